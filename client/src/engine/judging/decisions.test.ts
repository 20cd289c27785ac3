import { readFileSync, writeFileSync } from 'node:fs';
import { env } from 'node:process';

import { expect, it } from 'vitest';

import { beliefsOf, type Ply } from '../knowledge/beliefs';
import { statesOf } from '../chances';
import { BUDGETS, type Decision, Judge, type Judged } from './decisions';
import { State } from '../engine';
import { CARD_KINDS, CARDS, HAND, HAND_SIZE, OFFERED_TO, PROPOSED, RESOURCES } from '../layout';
import { Random } from '../random';
import { isBeginning } from '../knowledge/samples';
import { costliest, Reviewer } from './reviewing';
import { PHASE_NAMES } from '../tables';
import { loadedEngine } from '../testEngine';

interface Game {
  start: string;
  plies: Ply[];
  decisions: number[]; // the plies with a real choice
  compared: number[]; // some of them
  rollouts: number;
  sampled: number[]; // some where hands are sampled
  samples: number;
}

// tests/scripts/test_client_review.py names a file of games, and compares what is written beside it with the library.
const file = env['LONGROAD_REVIEWS'];
const MAIN: number = PHASE_NAMES.indexOf('main');

/** What a seat believes of all hands: the mean number of each resource and of each development card. */
function meanHands(state: State, samples: readonly State[]): number[] {
  const places = [
    ...Array.from({ length: RESOURCES * state.players }, (_, place) => HAND + place),
    ...Array.from({ length: CARD_KINDS * state.players }, (_, place) => CARDS + place),
  ];
  return places.map((place) => samples.reduce((sum, { small }) => sum + small[place]!, 0) / samples.length);
}

it.runIf(file)('samples the hands that the library samples', { timeout: 120_000 }, async () => {
  const engine = await loadedEngine();
  const games = JSON.parse(readFileSync(file!, 'utf-8')) as Game[];
  const means = games.map(({ start, plies, sampled, samples }) => {
    const states = statesOf(engine, State.fromBytes(new Uint8Array(Buffer.from(start, 'base64'))), plies);
    return sampled.map((ply) => {
      const beliefs = beliefsOf(plies[ply]!.seat, states, plies)[ply]!;
      return meanHands(states[ply]!, beliefs.sample(states[ply]!, new Random(ply), samples));
    });
  });
  writeFileSync(`${file}.hands`, JSON.stringify(means));
});

it.runIf(file)('judges the decisions that the library judges', { timeout: 300_000 }, async () => {
  const engine = await loadedEngine();
  const games = JSON.parse(readFileSync(file!, 'utf-8')) as Game[];
  expect(games.length).toBeGreaterThan(7);
  const losses = games.map(({ start, plies, decisions, compared, rollouts }) => {
    const states = statesOf(engine, State.fromBytes(new Uint8Array(Buffer.from(start, 'base64'))), plies);
    const judge = new Judge(engine, states, plies);
    expect(judge.decisions.map(({ ply }) => ply)).toEqual(decisions);
    const chosen = judge.decisions.filter(({ ply }) => compared.includes(ply));
    const again = judge.judge(chosen[0]!, BUDGETS.quick, 3);
    expect(judge.judge(chosen[0]!, BUDGETS.quick, 3)).toEqual(again);
    return chosen.map((decision) => judge.judge(decision, { ...BUDGETS.normal, rollouts, tradeStates: 24 }, 0).loss);
  });
  writeFileSync(`${file}.losses`, JSON.stringify(losses));
});

/** The same state, but two others than a seat have exchanged a card, which the seat cannot see; null if they cannot. */
function exchanged(state: State, seat: number): State | null {
  const others = Array.from({ length: state.players }, (_, other) => other).filter((other) => other !== seat);
  const hand = (other: number) => state.row(HAND + RESOURCES * other, RESOURCES);
  const [one, two] = [others[0]!, others.at(-1)!];
  const given = hand(one).findIndex((count, resource) => count > hand(two)[resource]!);
  const taken = hand(two).findIndex((count, resource) => count > hand(one)[resource]!);
  if (one === two || given < 0 || taken < 0) return null;
  const changed = state.copy();
  for (const [owner, card, count] of [
    [one, given, -1],
    [two, given, 1],
    [one, taken, 1],
    [two, taken, -1],
  ] as const) {
    changed.small[HAND + RESOURCES * owner + card]! += count;
  }
  return changed;
}

it.runIf(file)('does not use hidden hands in a game that begins at a position', { timeout: 60_000 }, async () => {
  const engine = await loadedEngine();
  const games = JSON.parse(readFileSync(file!, 'utf-8')) as Game[];
  let compared = 0;
  for (const { start, plies, decisions } of games) {
    const states = statesOf(engine, State.fromBytes(new Uint8Array(Buffer.from(start, 'base64'))), plies);
    const ply = decisions.findLast((number) => {
      const [state, { seat }] = [states[number]!, plies[number]!];
      return state.phase === MAIN && !state.small[OFFERED_TO] && !state.small[PROPOSED] && exchanged(state, seat);
    });
    if (ply === undefined) continue;
    const { seat, action } = plies[ply]!;
    const losses = [states[ply]!, exchanged(states[ply]!, seat)!].map((begun) => {
      const judge = new Judge(engine, statesOf(engine, begun, [{ seat, action }]), [{ seat, action }]);
      return judge.judge({ ply: 0, seat, action }, BUDGETS.quick, 0).loss;
    });
    expect(losses[0]).toBe(losses[1]);
    compared++;
  }
  expect(compared).toBeGreaterThan(3);
});

it.runIf(file)('tells the beginning of a game from a position in which somebody holds more', async () => {
  const engine = await loadedEngine();
  for (const { start, plies } of JSON.parse(readFileSync(file!, 'utf-8')) as Game[]) {
    const states = statesOf(engine, State.fromBytes(new Uint8Array(Buffer.from(start, 'base64'))), plies);
    expect(isBeginning(states[0]!)).toBe(true);
    expect(isBeginning(states.at(-1)!)).toBe(false);
    const edited = states[0]!.copy();
    edited.small[HAND]! += 4;
    edited.small[HAND_SIZE]! += 4;
    expect(isBeginning(edited)).toBe(false);
  }
});

const decision = (ply: number, seat: number): Decision => ({ ply, seat, action: 2 });

/** A judge that finds the given losses, and notes what it was asked. */
function judgeOf(losses: readonly number[], asked: string[]): Judge {
  const decisions = losses.map((_, ply) => decision(ply, ply % 2));
  const judge = (one: Decision, { rollouts }: { rollouts: number }): Judged => {
    asked.push(`${one.ply} ${rollouts}`);
    return { ...one, best: 3, loss: losses[one.ply]!, error: 0.01 };
  };
  return { decisions, judge } as unknown as Judge;
}

it('judges all decisions quickly, then those that are looked at carefully, then the costliest deeply', () => {
  const asked: string[] = [];
  const reviewer = new Reviewer(judgeOf([0.3, 0.2, 0, 0.1], asked), new Set([1]));
  while (reviewer.next() !== null);
  const { quick, normal, deep } = BUDGETS;
  expect(asked).toEqual([
    ...[1, 3, 0, 2].map((ply) => `${ply} ${quick.rollouts}`),
    ...[1, 3].map((ply) => `${ply} ${normal.rollouts}`),
    ...[1, 3].map((ply) => `${ply} ${deep.rollouts}`),
    ...[0, 2].map((ply) => `${ply} ${normal.rollouts}`),
  ]);
  expect(reviewer.progress).toEqual({ done: 4, total: 4 });
});

it('goes on with the seat that is looked at next', () => {
  const asked: string[] = [];
  const reviewer = new Reviewer(judgeOf([0.3, 0.2], asked), new Set([0]));
  for (let count = 0; count < 3; count++) reviewer.next();
  reviewer.shown = new Set([1]);
  reviewer.next();
  expect(asked.at(-1)).toBe(`1 ${BUDGETS.normal.rollouts}`);
});

it('names only what clearly cost something, the worst first', () => {
  const judged = [
    { ...decision(0, 0), best: 3, loss: 0.04, error: 0.01 },
    { ...decision(1, 0), best: 3, loss: 0.04, error: 0.06 },
    { ...decision(2, 0), best: 3, loss: 0.09, error: 0.01 },
    { ...decision(3, 0), best: 3, loss: 0.004, error: 0.001 },
    { ...decision(4, 0), best: 2, loss: 0.05, error: 0.01 }, // the best was taken
  ];
  expect(costliest(judged).map(({ ply }) => ply)).toEqual([2, 0]);
  expect(costliest(judged, 1)).toHaveLength(1);
});
