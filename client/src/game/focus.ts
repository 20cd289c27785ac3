/** Keeps the keyboard focus: when the focused element disappears, the focus moves to what is next. */

const LIT = '#island [data-place][tabindex="0"], #island [data-action]';
const MAIN = '[data-kind="roll"], [data-kind="end"][aria-disabled="false"]';
const STATUS = 'expected'; // the id of the prompt

/** Whether a key that presses buttons is held down: it would press the next focused button too. */
function isHeld({ key, repeat, target }: KeyboardEvent): boolean {
  const isWriting = target instanceof HTMLElement && target.matches('input, textarea');
  return repeat && (key === 'Enter' || key === ' ') && !isWriting;
}

/** Keep the focus while a node is mounted. */
export function keepFocus(node: HTMLElement) {
  let last: Element | null = null; // the last focused element
  let isByKeys = false; // pointer users only get the prompt focused, so that a key does not press a button by surprise

  function next(): HTMLElement | null {
    const find = (selector: string) => document.querySelector<HTMLElement>(selector);
    const place = isByKeys ? (find(LIT) ?? find(MAIN)) : null;
    return find('dialog[open] h2') ?? place ?? document.getElementById(STATUS);
  }

  /** Move on if the focus was lost, or is at the prompt. */
  function snapshot(): void {
    const now = document.activeElement;
    const isLost = now === document.body && (last === null || !last.isConnected || last.matches(':disabled'));
    if (!isLost && now?.id !== STATUS) return;
    const to = next();
    if (to !== now) to?.focus({ preventScroll: true });
  }

  const observer = new MutationObserver(snapshot);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'aria-disabled', 'tabindex'],
  });
  const onfocus = (event: FocusEvent) => (last = event.target as Element);
  const onkeys = (event: KeyboardEvent) => {
    isByKeys = true;
    if (isHeld(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const onpointer = () => (isByKeys = false);
  const listeners = [
    ['focusin', onfocus],
    ['keydown', onkeys],
    ['pointerdown', onpointer],
  ] as const;
  listeners.forEach(([name, listener]) => document.addEventListener(name, listener as EventListener, true));
  snapshot();
  return {
    destroy: () => {
      observer.disconnect();
      listeners.forEach(([name, listener]) => document.removeEventListener(name, listener as EventListener, true));
      void node;
    },
  };
}
