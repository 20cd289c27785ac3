/** The keyboard shortcuts of the table. */

export interface Shortcut {
  key: string; // as it is shown
  name: string; // of the message that describes it
}

export const SHORTCUTS: readonly Shortcut[] = [
  { key: 'r', name: 'roll' },
  { key: 'e', name: 'end' },
  { key: '1', name: 'road' },
  { key: '2', name: 'settle' },
  { key: '3', name: 'city' },
  { key: '4', name: 'buy' },
  { key: 't', name: 'trade' },
  { key: 'y', name: 'accept' },
  { key: 'n', name: 'refuse' },
  { key: 'q', name: 'quiet' },
  { key: 'u', name: 'undo' },
  { key: 'i', name: 'hint' },
  { key: 'a', name: 'all' },
  { key: 'b', name: 'board' },
  { key: 'w', name: 'textboard' },
  { key: 'h', name: 'hand' },
  { key: 'l', name: 'log' },
  { key: 'c', name: 'chat' },
  { key: 'Esc', name: 'escape' },
  { key: '?', name: 'help' },
];

/** The shortcut of a key press; null during text input, with a modifier, or for any other key. */
export function shortcutOf(event: KeyboardEvent, isOn = true): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return null;
  const target = event.target;
  if (event.key === 'Escape') return 'escape';
  if (!isOn) return null;
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')) return null;
  if (target instanceof HTMLElement && target.closest('dialog')) return null;
  return SHORTCUTS.find((shortcut) => shortcut.key === event.key.toLowerCase())?.name ?? null;
}
