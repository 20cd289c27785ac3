import { afterEach, expect, test } from 'vitest';

import { has } from '../i18n';
import { shortcutOf, SHORTCUTS } from './shortcuts';

afterEach(() => document.body.replaceChildren());

/** Press a key on an element of some kind, and return what it means. */
function pressed(key: string, given: KeyboardEventInit = {}, within = '<button></button>', isOn = true): string | null {
  document.body.innerHTML = within;
  let name: string | null = null;
  const onkeydown = (event: KeyboardEvent) => (name = shortcutOf(event, isOn));
  document.addEventListener('keydown', onkeydown, { once: true });
  const target = document.body.querySelector('button, input, textarea, select, p')!;
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...given }));
  return name;
}

test('each key has one meaning and a description', () => {
  expect(new Set(SHORTCUTS.map((one) => one.key)).size).toBe(SHORTCUTS.length);
  for (const { name } of SHORTCUTS) expect(has(`controls.key_${name}`)).toBe(true);
});

test('keys work as documented, capitals too', () => {
  expect(pressed('r')).toBe('roll');
  expect(pressed('R', { shiftKey: true })).toBe('roll');
  expect(pressed('?', { shiftKey: true })).toBe('help');
  expect(pressed('4')).toBe('buy');
  expect(pressed('x')).toBeNull();
});

test('key combinations are ignored', () => {
  expect(pressed('r', { ctrlKey: true })).toBeNull();
  expect(pressed('r', { metaKey: true })).toBeNull();
  expect(pressed('r', { altKey: true })).toBeNull();
});

test('a held key acts once', () => {
  expect(pressed('e', { repeat: true })).toBeNull();
});

test('shortcuts are off in text fields and dialogs', () => {
  expect(pressed('r', {}, '<input />')).toBeNull();
  expect(pressed('r', {}, '<textarea></textarea>')).toBeNull();
  expect(pressed('r', {}, '<select></select>')).toBeNull();
  expect(pressed('r', {}, '<p contenteditable="true"></p>')).toBeNull();
  expect(pressed('r', {}, '<dialog><button></button></dialog>')).toBeNull();
});

test('shortcuts can be turned off, except Escape', () => {
  expect(pressed('r', {}, '<button></button>', false)).toBeNull();
  expect(pressed('Escape', {}, '<button></button>', false)).toBe('escape');
  expect(pressed('Escape', {}, '<input />')).toBe('escape');
});
