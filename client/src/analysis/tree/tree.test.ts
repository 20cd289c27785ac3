import { expect, it } from 'vitest';

import { lineOf } from './testTree';
import {
  back,
  beside,
  depthOf,
  described,
  EMPTY_TREE,
  endOf,
  forward,
  isMain,
  kept,
  lineAfter,
  nodeAt,
  orderOf,
  pathTo,
  played,
  pliesTo,
  promoted,
  removed,
  restored,
  ROOT,
  type Tree,
} from './tree';

const ply = (action: number, seat = 0) => ({ seat, action });

/** The line 1 2 3, and beside 2 the variations 5 6 and 7. */
function branched(): { tree: Tree; ids: Record<number, number> } {
  const ids: Record<number, number> = {};
  let tree = EMPTY_TREE;
  const add = (after: number, action: number) => {
    const moved = played(tree, after, ply(action));
    tree = moved.tree;
    ids[action] = moved.at;
    return moved.at;
  };
  const one = add(ROOT, 1);
  add(add(one, 2), 3);
  add(add(one, 5), 6);
  add(one, 7);
  return { tree, ids };
}

const actions = (tree: Tree, nodes: readonly number[]) => nodes.map((id) => nodeAt(tree, id).ply!.action);

it('plays on along a known line, and branches where it differs', () => {
  const { tree, ids } = branched();
  expect(played(tree, ids[1]!, ply(2))).toEqual({ tree, at: ids[2] });
  expect(played(tree, ids[1]!, ply(2, 1)).tree.nodes.size).toBe(tree.nodes.size + 1);
  expect(actions(tree, lineAfter(tree, ROOT))).toEqual([1, 2, 3]);
  expect(pliesTo(tree, ids[6]!).map(({ action }) => action)).toEqual([1, 5, 6]);
});

it('goes back and forward along a line, and between the variations beside it', () => {
  const { tree, ids } = branched();
  expect(back(tree, ids[5]!)).toBe(ids[1]);
  expect(back(tree, ROOT)).toBe(ROOT);
  expect(forward(tree, ids[1]!)).toBe(ids[2]);
  expect(forward(tree, ids[3]!)).toBe(ids[3]);
  expect(endOf(tree, ids[5]!)).toBe(ids[6]);
  expect(beside(tree, ids[3]!, 1)).toBe(ids[5]);
  expect(beside(tree, ids[6]!, 1)).toBe(ids[7]);
  expect(beside(tree, ids[7]!, 1)).toBe(ids[7]);
  expect(beside(tree, ids[6]!, -1)).toBe(ids[2]);
  expect(beside(tree, ids[1]!, 1)).toBe(ids[1]);
});

it('deletes a node with everything after it, and nothing else', () => {
  const { tree, ids } = branched();
  const { tree: rest, at } = removed(tree, ids[5]!);
  expect(at).toBe(ids[1]);
  expect([...rest.nodes.keys()]).toEqual([ROOT, 1, 2, 3, 7].map((one) => ids[one] ?? ROOT));
  expect(actions(rest, nodeAt(rest, ids[1]!).children)).toEqual([2, 7]);
  expect(removed(tree, ROOT)).toEqual({ tree, at: ROOT });
});

it('makes a variation the main line', () => {
  const { tree, ids } = branched();
  expect(isMain(tree, ids[6]!)).toBe(false);
  const other = promoted(tree, ids[6]!);
  expect(isMain(other, ids[6]!)).toBe(true);
  expect(actions(other, lineAfter(other, ROOT))).toEqual([1, 5, 6]);
  expect(actions(other, nodeAt(other, ids[1]!).children)).toEqual([5, 2, 7]);
  expect(promoted(other, ids[6]!)).toBe(other);
});

it('keeps lines, variations within variations, comments and names', () => {
  const { tree, ids } = branched();
  let full = described(tree, ids[5]!, { name: 'The harbor', comment: 'Better?' });
  full = described(full, ROOT, { comment: 'A game' });
  full = played(full, ids[5]!, ply(8, 6)).tree;
  const text = JSON.stringify(kept(full));
  const again = restored(JSON.parse(text) as never);
  expect(JSON.stringify(kept(again))).toBe(text);
  expect(again.nodes.size).toBe(full.nodes.size);
  expect(orderOf(again)).toEqual([...again.nodes.keys()].sort((a, b) => a - b));
  expect(actions(full, orderOf(full).slice(1))).toEqual(actions(again, orderOf(again).slice(1)));
  expect(nodeAt(again, ROOT).comment).toBe('A game');
  const found = [...again.nodes.values()].find(({ ply: one }) => one?.action === 8)!;
  expect(pliesTo(again, found.id)).toEqual([ply(1), ply(5), ply(8, 6)]);
  expect(nodeAt(again, found.parent!)).toMatchObject({ name: 'The harbor', comment: 'Better?' });
});

it('keeps variations of the first ply', () => {
  const first = played(lineOf([ply(1), ply(2)]), ROOT, ply(3)).tree;
  const again = restored(kept(first));
  expect(actions(again, nodeAt(again, ROOT).children)).toEqual([1, 3]);
  expect(pathTo(again, endOf(again, ROOT))).toHaveLength(3);
});

it('refuses what is no tree', () => {
  expect(() => restored({ line: [['a', 1]] } as never)).toThrow('not a ply: seat a');
  expect(() => nodeAt(EMPTY_TREE, 9)).toThrow('no node 9');
});

it('counts how deep variations are nested', () => {
  const { tree, ids } = branched();
  expect(depthOf(EMPTY_TREE)).toBe(0);
  expect(depthOf(lineOf([ply(1), ply(2)]))).toBe(0);
  expect(depthOf(tree)).toBe(1);
  const deeper = played(tree, ids[5]!, ply(8)).tree; // beside 6
  expect(depthOf(deeper)).toBe(2);
  expect(depthOf(promoted(deeper, ids[5]!))).toBe(1);
});

it('keeps the clocks of a game, and who was absent', () => {
  const clocked = restored({
    line: [
      [0, 1, { t: 899_200 }],
      [1, 2, { a: true }],
      [2, 3],
    ],
  });
  expect(lineAfter(clocked, ROOT).map((id) => nodeAt(clocked, id).clock)).toEqual([899_200, null, null]);
  expect(lineAfter(clocked, ROOT).map((id) => nodeAt(clocked, id).isAbsent)).toEqual([false, true, false]);
  expect(restored(kept(clocked))).toEqual(clocked);
});
