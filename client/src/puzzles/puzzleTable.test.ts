import { expect, test } from 'vitest';

import * as fixtures from '../api/fixtures';
import type { PuzzleView } from '../api/messages';
import { choiceOf, PuzzleTable } from './puzzleTable';

const choice = (action: string, chance: number) => ({ action, chance, loss: 0.4 - chance, error: 0.001, reason: '' });
const puzzle: PuzzleView = {
  id: 'abc',
  theme: 'building',
  table: fixtures.table(0),
  svg: '<svg/>',
  svg_dark: '<svg class="dark"/>',
  choices: [choice('settle 1', 0.4), choice('offer 1 ore for 1 wool to 1 2', 0.3), choice('end', 0.2)],
  novice: 'end',
  position: null,
};

test('an action is an answer, once', () => {
  const answers: string[] = [];
  const table = new PuzzleTable(puzzle, (action) => answers.push(action) > 0);
  expect(table.kinds.has('settle')).toBe(true);
  expect(table.act('settle 1')).toBe(true);
  expect(table.act('end')).toBe(false);
  expect([answers, table.choices, table.isBusy]).toEqual([['settle 1'], [], true]);
});

test('what was not compared is no answer, and another can be given', () => {
  const table = new PuzzleTable(puzzle, (action) => choiceOf(puzzle, action) !== null);
  expect(table.act('offer 3 ore for 1 wool to 1')).toBe(false);
  expect(table.isBusy).toBe(false);
  expect(table.act('end')).toBe(true);
});

test('an offer is compared whoever it goes to', () => {
  expect(choiceOf(puzzle, 'offer 1 ore for 1 wool to 2')?.chance).toBe(0.3);
  expect(choiceOf(puzzle, 'offer 1 ore for 1 brick to 1 2')).toBe(null);
});

test('the drawing is that of the message', () => {
  const table = new PuzzleTable(puzzle, () => true);
  expect(decodeURIComponent(table.islandAt('dark'))).toContain('class="dark"');
});
