import { describe, expect, test } from 'vitest';

import { happening } from '../api/fixtures';
import { actionOf, lastPlaced, placedBy, wordOf } from './events';

test('the action of a ply is read without its seat', () => {
  expect(actionOf(happening(1, '1!: city 9'))).toBe('city 9');
  expect(wordOf(happening(1, '*: 0 stole ? from 2'))).toBe('stole');
});

describe('the last placement', () => {
  test('is found among the latest events', () => {
    const log = [happening(1, '0: settle 1'), happening(2, '0: road 0'), happening(3, '0: end')];
    expect(lastPlaced(log)).toEqual({ where: 'path', number: 0, event: 2 });
    expect(placedBy(log[2]!)).toBe(null);
  });

  test('is nothing after an undo', () => {
    expect(lastPlaced([happening(1, '0: settle 1'), happening(2, '0: settle 1', { is_undone: true })])).toBe(null);
  });
});
