import { expect, it } from 'vitest';

import { MAX_VISITS, parseVisits, visited } from './visits';

it('puts the last visited game first, and only once', () => {
  const visits = visited(visited(visited([], 'a', 1), 'b', 2), 'a', 3);
  expect(visits.map((visit) => visit.game)).toEqual(['a', 'b']);
  expect(parseVisits(JSON.stringify([...visits].reverse()))).toEqual(visits);
});

it('drops the oldest', () => {
  let visits = visited([], 'first', 0);
  for (let number = 1; number <= MAX_VISITS; number += 1) visits = visited(visits, `g${number}`, number);
  expect(visits).toHaveLength(MAX_VISITS);
  expect(visits.some((visit) => visit.game === 'first')).toBe(false);
});

it('parses invalid input as an empty list', () => {
  for (const text of [null, '', '{}', '[{"game": "../x", "at": 1}]', '[1]']) expect(parseVisits(text)).toEqual([]);
});
