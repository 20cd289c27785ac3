import { expect, it } from 'vitest';

import { asComment, asName, analysisTags, writeClock, writeRecord } from './record';
import { lineOf } from './testTree';
import { described, nodeAt, played, restored, ROOT } from './tree';

const HEAD = '[Longroad "1"]\n[Ruleset "base"]\n[Edition "full"]\n[Seat0 "Ada"]\n';
const write = (seat: number, action: number) => `${seat}: act ${action}`;
const ply = (action: number, seat = 0) => ({ seat, action });

it('writes variations after the ply that they replace, with names and comments', () => {
  let tree = described(lineOf([ply(1), ply(2, 1)]), ROOT, { comment: 'A game\n\nof two' });
  tree = described(tree, 2, { comment: 'The end' });
  let moved = played(tree, ROOT, ply(5));
  const first = moved.at;
  moved = played(described(moved.tree, first, { name: 'By the sea', comment: 'Why not?' }), first, ply(6, 1));
  moved = played(moved.tree, nodeAt(moved.tree, moved.at).parent!, ply(7, 2));
  tree = played(moved.tree, ROOT, ply(9)).tree;
  expect(writeRecord(HEAD, tree, write)).toBe(`${HEAD}
# A game
#
# of two
0: act 1
( By the sea
0: act 5
# Why not?
1: act 6
(
2: act 7
)
)
(
0: act 9
)
1: act 2
# The end
`);
});

it('names a game in its tags', () => {
  const named = analysisTags(HEAD, 'The "long" road');
  expect(named.split('\n')[3]).toBe('[Event "The \\"long\\" road"]');
  expect(analysisTags(named, '')).toBe(HEAD);
});

it('promises nothing about the dice of an analysis', () => {
  const promised = `${HEAD}[IslandSeed "7"]\n[Commitment "f5"]\n[Text0 "luck"]\n[Seed "12"]\n`;
  expect(analysisTags(promised, '')).toBe(`${HEAD}[IslandSeed "7"]\n`);
});

it('keeps what cannot be seen out of comments and names', () => {
  expect(asComment(' Well\u0007 done\r\nAda ')).toBe('Well  done\nAda');
  expect(asName('By\nthe   sea')).toBe('By the sea');
});

it('writes clocks, and marks what was played for an absent player', () => {
  const tree = restored({
    line: [
      [0, 1, { t: 899_200 }],
      [1, 2, { t: 3_723_045, a: true, c: 'Late' }],
      [2, 3],
    ],
  });
  const plies = writeRecord(HEAD, tree, write).slice(HEAD.length + 1);
  expect(plies).toBe('0: act 1 @0:14:59.2\n1!: act 2 @1:02:03.045\n# Late\n2: act 3\n');
  expect([0, 1000, 60_010].map(writeClock)).toEqual(['0:00:00', '0:00:01', '0:01:00.01']);
});
