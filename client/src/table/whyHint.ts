/** A Svelte action: a disabled button explains itself on hover and keyboard focus. */

import type { GameUi } from './gameUi.svelte';

export interface WhyHintOptions {
  ui: GameUi;
  kind: string; // a kind of action, or an action in notation
  isOff: boolean;
}

const HOVER_DELAY_MS = 350; // so that a passing pointer asks nothing
export const HINT = 'why-hint'; // the id of the hint

export function whyHint(node: HTMLElement, given: WhyHintOptions) {
  let options = given;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function ask(): void {
    clearTimeout(timer);
    if (!options.isOff) return;
    timer = setTimeout(() => {
      node.setAttribute('aria-describedby', HINT);
      void options.ui.askWhy(options.kind, node, true);
    }, HOVER_DELAY_MS);
  }
  function leave(): void {
    clearTimeout(timer);
    if (node.getAttribute('aria-describedby') === HINT) node.removeAttribute('aria-describedby');
    options.ui.hideHint();
  }
  const onenter = (event: PointerEvent) => event.pointerType === 'mouse' && ask();
  const onfocus = () => node.matches(':focus-visible') && ask();

  node.addEventListener('pointerenter', onenter);
  node.addEventListener('pointerleave', leave);
  node.addEventListener('focus', onfocus);
  node.addEventListener('blur', leave);
  return {
    update: (next: WhyHintOptions) => (options = next),
    destroy: () => {
      leave();
      node.removeEventListener('pointerenter', onenter);
      node.removeEventListener('pointerleave', leave);
      node.removeEventListener('focus', onfocus);
      node.removeEventListener('blur', leave);
    },
  };
}
