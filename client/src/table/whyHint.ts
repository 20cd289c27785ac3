/** 'Why can't I?' without a click: a button that is off tells it to whoever points at it or comes to it by keyboard. */

import type { Desk } from './gameUi.svelte';

export interface Wondered {
  desk: Desk;
  kind: string; // of action, or an action
  isOff: boolean;
}

const PATIENCE_MS = 350; // a pointer that only passes by asks nothing
export const HINT = 'why-hint'; // the id of the hint

export function wonder(node: HTMLElement, given: Wondered) {
  let wondered = given;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function ask(): void {
    clearTimeout(timer);
    if (!wondered.isOff) return;
    timer = setTimeout(() => {
      node.setAttribute('aria-describedby', HINT);
      void wondered.desk.askWhy(wondered.kind, node, true);
    }, PATIENCE_MS);
  }
  function leave(): void {
    clearTimeout(timer);
    if (node.getAttribute('aria-describedby') === HINT) node.removeAttribute('aria-describedby');
    wondered.desk.unhint();
  }
  const onenter = (event: PointerEvent) => event.pointerType === 'mouse' && ask();
  const onfocus = () => node.matches(':focus-visible') && ask();

  node.addEventListener('pointerenter', onenter);
  node.addEventListener('pointerleave', leave);
  node.addEventListener('focus', onfocus);
  node.addEventListener('blur', leave);
  return {
    update: (next: Wondered) => (wondered = next),
    destroy: () => {
      leave();
      node.removeEventListener('pointerenter', onenter);
      node.removeEventListener('pointerleave', leave);
      node.removeEventListener('focus', onfocus);
      node.removeEventListener('blur', leave);
    },
  };
}
