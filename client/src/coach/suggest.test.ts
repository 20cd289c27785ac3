import { expect, test } from 'vitest';

import { decision, geometry, seatView, snapshot } from '../api/fixtures';
import type { Decision, SeatView, Snapshot } from '../api/messages';
import { byKind } from '../table/actions';
import type { Scene } from './scene';
import { bestRobber, bestSite, bestSites, discardMost, firstOf, offerSpare } from './suggest';

function scene(
  actions: string[],
  own: Partial<SeatView> = {},
  given: Partial<Snapshot> = {},
  forms: Decision['forms'] = [],
): Scene {
  return {
    snapshot: snapshot(given),
    decision: decision(1, actions, { forms }),
    kinds: byKind(actions),
    geometry,
    you: 0,
    own: seatView(0, own),
    goal: 10,
    log: [],
    since: [],
  };
}

test('the first legal one of several wishes', () => {
  const moment = scene(['road 3', 'road 7', 'city 4']);
  expect(firstOf('road 7', 'road')(moment)).toBe('road 7');
  expect(firstOf('road 9', 'road')(moment)).toBe('road 3');
  expect(firstOf('settle')(moment)).toBeNull();
  expect(firstOf('road 70')(moment)).toBeNull();
});

test('the best site has the most dots and resources that are missing', () => {
  expect(bestSite(scene(['settle 0', 'settle 1', 'settle 2']))).toBe('settle 1');
  expect(bestSites(scene(['settle 0', 'settle 2'], { settlements: [0] }))).toEqual([2, 0]); // brick is there already
  expect(bestSite(scene(['end']))).toBeNull();
});

test('the robber goes where others live and you do not', () => {
  const seats = [seatView(0, { settlements: [0] }), seatView(1, { settlements: [2] })];
  expect(bestRobber(scene(['robber 0', 'robber 1'], {}, { seats }))).toBe('robber 1');
});

test('what is discarded is what there is most of', () => {
  const form = { kind: 'discard', give: { brick: 1, wool: 5, ore: 2 }, take: {}, total: 4, to: [] };
  expect(discardMost(scene([], {}, {}, [form]))).toBe('discard 4 wool');
  expect(discardMost(scene(['end']))).toBeNull();
});

test('an offer gives what is spare for what is missing', () => {
  const form = { kind: 'offer', give: { wool: 3, brick: 1 }, take: { ore: 9 }, total: null, to: [1, 2] };
  const own = { hand: { wool: 3, brick: 1, lumber: 1, grain: 1 } };
  expect(offerSpare(scene([], own, {}, [form]))).toBe('offer 1 wool for 1 ore to 1 2');
});
