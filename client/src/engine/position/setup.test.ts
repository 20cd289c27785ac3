/** What is wrong with positions that are edited, as the library finds it (tests/scripts/test_client_setups.py). */

import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Draft } from '../../api/messages';
import type { Engine } from '../engine';
import { ISLAND } from '../layout';
import { FINDINGS } from '../setupTables';
import { loadedEngine, stateIn } from '../testEngine';
import { type CheckedSetup, checkedSetup, openedSetup } from './setup';

interface Step {
  draft: Draft;
  problems: { rule: string; places: [string, number][] }[];
  position: string | null;
  start: string | null; // bytes in base64
  awards: [number | null, number | null];
}

interface Edited {
  base: string;
  ruleset: string;
  position: string;
  opened: Draft;
  steps: Step[];
}

const file = env['LONGROAD_SETUPS'];

describe.runIf(file)('setups', { timeout: 60_000 }, () => {
  let engine: Engine;
  let read: Edited[];
  let all: { base: string; step: Step; found: CheckedSetup }[];
  beforeAll(async () => {
    engine = await loadedEngine();
    read = JSON.parse(readFileSync(file!, 'utf-8')) as Edited[];
    all = read.flatMap(({ base, steps }) =>
      steps.map((step) => ({ base, step, found: checkedSetup(engine, stateIn(base), step.draft) })),
    );
  });

  it('opens the same drafts', () => {
    for (const { base, ruleset, opened, position } of read) {
      const found = openedSetup(engine, stateIn(base), ruleset, opened);
      const stack = opened.stack ?? found.draft.stack; // null: what is nowhere else
      expect(found.draft).toEqual({ ...opened, stack });
      expect([found.findings, found.position]).toEqual([[], position]);
    }
  });

  it('finds the same problems', () => {
    for (const { base, step, found } of all) {
      const island = stateIn(base).small[ISLAND]!;
      const problems = found.findings.map(({ kind, places }) => ({
        rule: FINDINGS[kind]!.rules[island],
        places: places.map(({ where, number }) => [where, number]).sort(compared as never),
      }));
      expect([step.draft, problems]).toEqual([step.draft, step.problems]);
    }
  });

  it('writes the same positions', () => {
    for (const { step, found } of all) {
      expect(found.position).toBe(step.position);
      const bytes = found.bytes && Buffer.from(found.bytes).toString('base64');
      expect(bytes).toBe(step.start);
      if (bytes) expect([found.draft.longest_road, found.draft.largest_army]).toEqual(step.awards);
    }
  });
});

function compared([one, first]: [string, number], [other, second]: [string, number]): number {
  return one < other ? -1 : one > other ? 1 : first - second;
}
