import { expect, test } from 'vitest';

import { saveRead, readUntil } from './chatRead';

test('the last read chat line is stored per game', () => {
  expect(readUntil('one')).toBe(-1);
  saveRead('one', 17);
  expect(readUntil('one')).toBe(17);
  expect(readUntil('other')).toBe(-1);
});
