import { expect, it } from 'vitest';

import type { Seat } from '../api/messages';
import { changesOf } from './presence';

function seat(name: string, is_here = true, kind: Seat['kind'] = 'person'): Seat {
  return { seat: 0, kind, name, colour: 'blue', bot: '', is_here, is_taken_over: false, is_ready: false, text: '' };
}

it('lists who joined and who left', () => {
  expect(changesOf([seat('Ada')], [seat('Ada'), seat('Bo')])).toEqual(['Bo joined.']);
  expect(changesOf([seat('Ada'), seat('Bo')], [seat('Ada', false), seat('Bo')])).toEqual(['Ada left.']);
});

it('ignores seat changes and bots', () => {
  expect(changesOf([seat('Ada'), seat('Bo')], [seat('Bo'), seat('Ada')])).toEqual([]);
  expect(changesOf([], [seat('novice', true, 'computer')])).toEqual([]);
});

it('lists who became ready', () => {
  const ready = { ...seat('Bo'), is_ready: true };
  expect(changesOf([seat('Ada'), seat('Bo')], [seat('Ada'), ready])).toEqual(['Bo is ready.']);
  expect(changesOf([ready], [ready])).toEqual([]);
});
