import { expect, it } from 'vitest';

import { asComment, asName, NotARecord, readRecord, writeRecord, type Notation } from './record';
import { nodeAt, ROOT } from './tree';

/** 'S: act N' is action N of seat S. */
const notation: Notation = {
  write: (seat, action) => `${seat}: act ${action}`,
  read(text) {
    const found = /^(\d): act (\d+)$/.exec(text);
    if (!found) throw new Error(`'${text}' is not a ply`);
    return { seat: Number(found[1]), action: Number(found[2]) };
  },
};

const HEAD = '[Longroad "1"]\n[Ruleset "base"]\n[Event "Ada \\"and\\" Grace"]\n';
const TEXT = `${HEAD}
# A game
# of two
0: act 1
( By the sea
0: act 5
# Why not?
1: act 6
(
2: act 7
)
1: act 8
)
( 
0: act 9
)
1: act 2
# The end
`.replace('( \n', '(\n');

it('writes what it has read', () => {
  const { head, tags, tree } = readRecord(TEXT, notation);
  expect(tags['Event']).toBe('Ada "and" Grace');
  expect(writeRecord(head, tree, notation)).toBe(TEXT);
  expect(nodeAt(tree, ROOT)).toMatchObject({ comment: 'A game\nof two' });
  const names = nodeAt(tree, ROOT).children.map((id) => [nodeAt(tree, id).ply!.action, nodeAt(tree, id).name]);
  expect(names).toEqual([
    [1, ''],
    [5, 'By the sea'],
    [9, ''],
  ]);
});

it('reads clocks, the tags at the end, and a comment before a variation without keeping them apart', () => {
  const { tree, head } = readRecord(
    `${HEAD}\n0: act 1 @0:14:59\n1: act 2\n(\n# Instead\n1: act 3\n# is better\n)\n\n[Result "draw"]\n[SHA256 "00"]\n`,
    notation,
  );
  expect(head).toBe(HEAD);
  const [main, other] = nodeAt(tree, 1).children.map((id) => nodeAt(tree, id));
  expect([main!.ply!.action, other!.ply!.action, other!.comment]).toEqual([2, 3, 'Instead\nis better']);
});

it.each([
  ['0: act 1\n', 'begins with'],
  [`${HEAD}\n0: play 1\n`, "line 5: '0: play 1' is not a ply"],
  [`${HEAD}\n(\n`, 'line 5: a variation follows'],
  [`${HEAD}\n0: act 1\n(\n0: act 2\n`, 'not closed'],
  [`${HEAD}\n0: act 1\n)\n`, 'line 6: no variation is open'],
  [`${HEAD}\n0: act 1\n[Result "draw"]\n0: act 2\n`, 'after the end'],
])('refuses %j and says why', (text, reason) => {
  expect(() => readRecord(text, notation)).toThrow(NotARecord);
  expect(() => readRecord(text, notation)).toThrow(reason);
});

it('keeps what cannot be seen out of comments and names', () => {
  expect(asComment(' Well\u0007 done\r\nAda ')).toBe('Well  done\nAda');
  expect(asName('By\nthe   sea')).toBe('By the sea');
});
