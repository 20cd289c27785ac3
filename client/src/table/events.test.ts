import { describe, expect, test } from 'vitest';

import { entry } from '../api/fixtures';
import { actionOf, lastPlaced, placedBy, wordOf } from './events';

test('the action of a ply is read without its seat', () => {
  expect(actionOf(entry(1, '1!: city 9'))).toBe('city 9');
  expect(wordOf(entry(1, '*: 0 stole ? from 2'))).toBe('stole');
});

describe('the last placement', () => {
  test('is found among the latest events', () => {
    const log = [entry(1, '0: settle 1'), entry(2, '0: road 0'), entry(3, '0: end')];
    expect(lastPlaced(log)).toEqual({ where: 'path', number: 0, event: 2 });
    expect(placedBy(log[2]!)).toBe(null);
  });

  test('is nothing after an undo', () => {
    expect(lastPlaced([entry(1, '0: settle 1'), entry(2, '0: settle 1', { is_undone: true })])).toBe(null);
  });
});
