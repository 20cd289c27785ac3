import { expect, it } from 'vitest';

import type { Replay } from '../../api/messages';
import { CERTAIN } from '../../engine/layout';
import { csvOf, plyRows } from './csv';

it('quotes what has commas, quotes and lines, and disarms formulas', () => {
  expect(
    csvOf([
      ['a,b', 'say "hi"', 'two\nlines', 3, null],
      ['=HYPERLINK("x")', -1],
    ]),
  ).toBe('"a,b","say ""hi""","two\nlines",3,\r\n"\'=HYPERLINK(""x"")",-1\r\n');
});

it('has a row for the beginning and each ply, with points and chances', () => {
  const snapshot = (points: number) => ({
    turn_number: 1,
    seats: [
      { seat: 0, points },
      { seat: 1, points: 2 },
    ],
  });
  const replay = {
    seats: [{ seat: 0 }, { seat: 1 }],
    steps: [
      { ply: null, seat: null, sentences: [], snapshot: snapshot(2) },
      { ply: '*: rolled 3+4', seat: 6, sentences: ['Ada rolls 7.'], snapshot: snapshot(2) },
      { ply: '0: city 3', seat: 0, sentences: ['Ada builds.', 'Hm.'], snapshot: snapshot(3) },
    ],
  } as unknown as Replay;
  const half = [CERTAIN / 2, CERTAIN / 2];
  expect(plyRows(replay, [half, half, [CERTAIN, 0]])).toEqual([
    ['step', 'turn', 'seat', 'ply', 'text', 'points_0', 'points_1', 'chance_0', 'chance_1'],
    [0, 1, '', null, '', 2, 2, 0.5, 0.5],
    [1, 1, '', '*: rolled 3+4', 'Ada rolls 7.', 2, 2, 0.5, 0.5],
    [2, 1, 0, '0: city 3', 'Ada builds. Hm.', 3, 2, 1, 0],
  ]);
  expect(plyRows(replay, null)[0]).toHaveLength(7);
});
