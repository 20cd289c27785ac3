import { expect, test } from 'vitest';

import { dayBefore, nextOf, NOTHING, parseProgress, score, streak, withAnswer } from './progress';

test('days in a row are counted, and a missed day ends them', () => {
  const first = withAnswer(NOTHING, 'a', true, '2026-02-28');
  const second = withAnswer(first, 'b', true, '2026-03-01');
  expect([streak(first, '2026-02-28'), streak(second, '2026-03-01'), streak(second, '2026-03-02')]).toEqual([1, 2, 2]);
  expect(streak(second, '2026-03-03')).toBe(0);
  const later = withAnswer(second, 'c', true, '2026-03-05');
  expect([later.days, later.mostDays]).toEqual([1, 2]);
  expect(dayBefore('2026-01-01')).toBe('2025-12-31');
});

test('a wrong answer ends the row, and other puzzles do not touch it', () => {
  const first = withAnswer(NOTHING, 'a', true, '2026-03-01');
  const other = withAnswer(first, 'x', false, null);
  expect([streak(other, '2026-03-02'), score(other)]).toEqual([1, { right: 1, all: 2 }]);
  expect(streak(withAnswer(other, 'b', false, '2026-03-02'), '2026-03-02')).toBe(0);
});

test('only the first answer to a puzzle counts', () => {
  const wrong = withAnswer(NOTHING, 'a', false, '2026-03-01');
  expect(withAnswer(wrong, 'a', true, '2026-03-01')).toBe(wrong);
});

test('the puzzle of the day counts even if it was answered before', () => {
  const first = withAnswer(NOTHING, 'a', true, '2026-03-01');
  const practised = withAnswer(first, 'b', false, null);
  const second = withAnswer(practised, 'b', true, '2026-03-02');
  expect([streak(second, '2026-03-02'), score(second)]).toEqual([2, { right: 1, all: 2 }]);
  expect(withAnswer(second, 'b', false, '2026-03-02')).toBe(second);
});

test('the next puzzle is one without an answer, after this one', () => {
  const progress = { ...NOTHING, answered: { b: true } };
  expect(nextOf(['a', 'b', 'c'], 'a', progress)).toBe('c');
  expect(nextOf(['a', 'b', 'c'], 'c', progress)).toBe('a');
  expect(nextOf(['a', 'b'], 'a', progress)).toBe('b');
  expect(nextOf(['a', 'b'], 'x', NOTHING)).toBe('a');
  expect(nextOf(['a'], 'a', NOTHING)).toBe(null);
});

test('what cannot be read counts as nothing', () => {
  for (const text of [null, 'x', '3', '{}', '{"answered": 7}', 'null']) expect(parseProgress(text)).toEqual(NOTHING);
  const kept = withAnswer(NOTHING, 'a', true, '2026-03-01');
  expect(parseProgress(JSON.stringify(kept))).toEqual(kept);
  const odd = '{"answered": {"a": true, "b": 1}, "days": "many", "lastDay": "tomorrow"}';
  expect(parseProgress(odd)).toEqual({ ...NOTHING, answered: { a: true } });
});
