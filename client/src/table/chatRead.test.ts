import { expect, test } from 'vitest';

import { saveRead, readUntil } from './chatRead';

test('what was read of the chat stays read, in the game where it was said', () => {
  expect(readUntil('one')).toBe(-1);
  saveRead('one', 17);
  expect(readUntil('one')).toBe(17);
  expect(readUntil('other')).toBe(-1);
});
