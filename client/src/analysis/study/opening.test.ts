import { expect, it } from 'vitest';

import type { Replay, Step } from '../../api/messages';
import { openReplay } from './opening';
import { lineAfter, nodeAt, ROOT } from '../tree/tree';
import { writeRecord } from '../tree/record';

const HEAD = '[Longroad "1"]\n';

function step(ply: string | null, action: number | null, more: Partial<Step> = {}): Step {
  const seat = ply === null ? null : Number(ply[0]);
  return { ply, seat, action, comment: null, clock_ms: null, variations: [], ...more } as Step;
}

it('takes clocks, absences and variations of a replay along', () => {
  const instead = { ply: '1: act 7', seat: 1, action: 7, comment: null, clock_ms: 30_000, variations: [] };
  const steps = [
    step(null, null),
    step('0: act 1', 1, { clock_ms: 899_200 }),
    step('1!: act 2', 2, { variations: [{ name: 'Instead', comment: null, plies: [instead] }] }),
  ];
  const replay = { steps, seats: [], tags: {}, start: '', head: HEAD, warning: null } as unknown as Replay;
  const { tree, at } = openReplay(replay, 1);
  expect(at).toBe(lineAfter(tree, ROOT)[0]);
  expect(nodeAt(tree, at).clock).toBe(899_200);
  expect(writeRecord(HEAD, tree, (seat, action) => `${seat}: act ${action}`)).toBe(
    `${HEAD}\n0: act 1 @0:14:59.2\n1!: act 2\n( Instead\n1: act 7 @0:00:30\n)\n`,
  );
});
