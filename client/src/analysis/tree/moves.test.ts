import { expect, it } from 'vitest';

import { runsOf } from './moves';
import { lineOf } from './testTree';
import { described, EMPTY_TREE, played, ROOT } from './tree';

const ply = (action: number) => ({ seat: 0, action });
const never = () => false;

it('shows a line as one run a turn', () => {
  const tree = lineOf([1, 2, 3].map(ply));
  expect(runsOf(EMPTY_TREE, never)).toEqual([]);
  expect(runsOf(tree, (id) => id === 2)).toEqual([
    { nodes: [1, 2], variations: [] },
    { nodes: [3], variations: [] },
  ]);
});

it('shows variations after the ply that they replace', () => {
  let { tree } = played(lineOf([1, 2, 3].map(ply)), 1, ply(7)); // node 4
  tree = described(tree, 4, { name: 'Seven' });
  tree = played(tree, 4, ply(8)).tree; // node 5
  tree = played(tree, 4, ply(9)).tree; // node 6
  tree = played(tree, ROOT, ply(5)).tree; // node 7
  expect(runsOf(tree, never)).toEqual([
    { nodes: [1], variations: [{ name: '', runs: [{ nodes: [7], variations: [] }] }] },
    {
      nodes: [2],
      variations: [
        {
          name: 'Seven',
          runs: [{ nodes: [4, 5], variations: [{ name: '', runs: [{ nodes: [6], variations: [] }] }] }],
        },
      ],
    },
    { nodes: [3], variations: [] },
  ]);
});
