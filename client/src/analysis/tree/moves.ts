/** A tree of variations as it is shown: runs of plies, one a turn, with the variations beside their last one. */

import { lineAfter, nodeAt, ROOT, type Tree } from './tree';

export interface Run {
  nodes: readonly number[];
  variations: readonly Variation[]; // to the last of the nodes
}

export interface Variation {
  name: string;
  runs: readonly Run[];
}

/** The runs of the main line; `isLast` says whether a node ends a turn. */
export function runsOf(tree: Tree, isLast: (node: number) => boolean): Run[] {
  const [first] = nodeAt(tree, ROOT).children;
  return first === undefined ? [] : runsFrom(tree, first, isLast, true);
}

function runsFrom(tree: Tree, first: number, isLast: (node: number) => boolean, hasBeside: boolean): Run[] {
  const runs: Run[] = [];
  let run: number[] = [];
  for (const id of [first, ...lineAfter(tree, first)]) {
    run.push(id);
    const others = id === first && !hasBeside ? [] : nodeAt(tree, nodeAt(tree, id).parent!).children.slice(1);
    if (others.length === 0 && !isLast(id)) continue;
    const variations = others.map((other) => ({
      name: nodeAt(tree, other).name,
      runs: runsFrom(tree, other, isLast, false),
    }));
    runs.push({ nodes: run, variations });
    run = [];
  }
  return run.length ? [...runs, { nodes: run, variations: [] }] : runs;
}
