import { expect, it } from 'vitest';

import type { Geometry, Snapshot } from '../../api/messages';
import { toasts } from '../../app/toasts.svelte';
import type { EngineClient, Look } from '../../engine/open';
import { MOST_DEPTH } from '../../engine/layout';
import { t } from '../../i18n';
import { Study } from './study.svelte';
import { depthOf, played, ROOT, type Moved, EMPTY_TREE } from '../tree/tree';

const LOOK: Look = { snapshot: {} as Snapshot, choices: [], outcomes: [] };
const bytes = new Uint8Array();

/** An engine that plays everything: the text is the number of the action. */
const engine = {
  look: async () => LOOK,
  states: async ({ plies }: { plies: readonly unknown[] }) => [bytes, ...plies.map(() => bytes)],
  play: async (_: Uint8Array, __: number, text: string) => ({ ...LOOK, bytes, text, action: Number(text) }),
} as unknown as EngineClient;

const BASE = { start: bytes, head: '', geometry: {} as Geometry, svg: '', svg_dark: '', seats: [] };

/** A line of which every ply but the last has a variation beside it, which goes on in the same way. */
function nested(depth: number): Moved {
  let moved: Moved = { tree: EMPTY_TREE, at: ROOT };
  for (let count = 0; count < depth; count++) {
    const { tree } = played(moved.tree, moved.at, { seat: 0, action: 1 });
    moved = played(tree, moved.at, { seat: 0, action: 2 });
  }
  return moved;
}

it('refuses variations that no record can hold, and says why', async () => {
  const { tree, at } = nested(MOST_DEPTH);
  expect(depthOf(tree)).toBe(MOST_DEPTH);
  const study = new Study(BASE, engine, tree, at);
  await expect.poll(() => study.isCurrent).toBe(true);
  await study.play('1', 0); // goes on with the line
  expect(study.tree.nodes.size).toBe(tree.nodes.size + 1);
  study.go(at);
  await expect.poll(() => study.isCurrent).toBe(true);
  const before = study.tree;
  await study.play('3', 0);
  expect(study.tree).toBe(before);
  expect(study.at).toBe(at);
  expect(toasts.list.at(-1)?.text).toBe(t('analysis.too_deep', { most: MOST_DEPTH }));
});
