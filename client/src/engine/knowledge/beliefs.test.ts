import { readFileSync } from 'node:fs';
import { env } from 'node:process';

import { beforeAll, describe, expect, it } from 'vitest';

import { type Beliefs, beliefsOf, type Ply } from './beliefs';
import { statesOf } from '../chances';
import { type Engine, State } from '../engine';
import {
  BANK,
  CARD_DRAWN,
  CARD_STOLEN,
  CARDS,
  CARDS_SIZE,
  CHANCE,
  DECK,
  DECK_SIZE,
  DISCARDS,
  FRESH,
  HAND,
  HAND_SIZE,
  RESOURCES,
} from '../layout';
import { kindOf } from '../position/notation';
import { Random } from '../random';
import { loadedEngine } from '../testEngine';
import { Worlds } from './worlds';

describe('worlds', () => {
  // three seats: the first watches, the second holds a brick and an ore, the third nothing
  const hands = [0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0];
  const stolen = Worlds.begin(0, 3).stealUnseen(hands, 2, 1, 0);
  const now = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0];

  it('branch at a theft between others, by what the victim holds', () => {
    expect(stolen.weights).toEqual([0.5, 0.5]);
    expect([0, 1].map((number) => stolen.hands(number, now).slice(5))).toEqual([
      [0, 0, 0, 0, 1, 1, 0, 0, 0, 0],
      [1, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    ]);
  });

  it('are ruled out by what a player pays', () => {
    const paid = stolen.require(now, 2, [1, 0, 0, 0, 0]);
    expect([paid.size, paid.weights, paid.isCut]).toEqual([1, [1], false]);
    expect(paid.hands(0, now)).toEqual(now);
  });

  it('are ruled out by what a monopoly brings', () => {
    expect(stolen.agree(now, 0).hands(0, now)).toEqual(now);
  });

  it('are dealt at random if none is left', () => {
    const odd = stolen.require(now, 2, [0, 0, 0, 0, 1]).require(now, 2, [1, 0, 0, 0, 0]);
    expect(odd.isCut).toBe(true);
    expect(odd.hands(0, now)).toEqual(now);
  });
});

interface Game {
  start: string;
  plies: Ply[];
}

// tests/scripts/test_client_review.py names a file of games of all presets.
const file = env['LONGROAD_REVIEWS'];

describe.runIf(file)('what a seat could know', { timeout: 120_000 }, () => {
  let engine: Engine;
  let games: Game[];

  beforeAll(async () => {
    engine = await loadedEngine();
    games = JSON.parse(readFileSync(file!, 'utf-8')) as Game[];
  });

  const played = ({ start, plies }: Game) =>
    statesOf(engine, State.fromBytes(new Uint8Array(Buffer.from(start, 'base64'))), plies);

  /** What a seat sees of a state. */
  function seen(state: State, viewer: number): string {
    const { small, words } = engine.view(state, viewer);
    return `${small.join()};${words.join()}`;
  }

  const sum = (numbers: ArrayLike<number>) => Array.from(numbers).reduce((all, one) => all + one, 0);
  const row = ({ small }: State, field: number, seat: number) => small.subarray(field + 5 * seat, field + 5 * seat + 5);

  function checkSizes(state: State, truth: State): void {
    for (let seat = 0; seat < state.players; seat++) {
      expect(sum(row(state, HAND, seat))).toBe(truth.small[HAND_SIZE + seat]);
      expect(sum(row(state, CARDS, seat))).toBe(truth.small[CARDS_SIZE + seat]);
      expect(sum(row(state, FRESH, seat))).toBe(sum(row(truth, FRESH, seat)));
      expect(sum(row(state, DISCARDS, seat))).toBe(sum(row(truth, DISCARDS, seat)));
    }
    expect(sum(state.small.subarray(DECK, DECK_SIZE))).toBe(truth.small[DECK_SIZE]);
    for (let kind = 0; kind < RESOURCES; kind++) {
      const inAll = (one: State, first: number) =>
        sum(Array.from({ length: one.players }, (_, seat) => one.small[first + 5 * seat + kind]!));
      expect(inAll(state, HAND) + state.small[BANK + kind]!).toBe(inAll(truth, HAND) + truth.small[BANK + kind]!);
      expect(inAll(state, CARDS) + state.small[DECK + kind]!).toBe(inAll(truth, CARDS) + truth.small[DECK + kind]!);
    }
    expect(Math.min(...state.small.subarray(HAND, HAND_SIZE), ...state.small.subarray(DECK, DECK_SIZE))).toBe(0);
  }

  it('fits everything that it sees, in every sample', () => {
    for (const game of games) {
      const states = played(game);
      for (let viewer = 0; viewer < states[0]!.players; viewer++) {
        const beliefs = beliefsOf(viewer, states, game.plies);
        for (let at = 0; at < states.length - 1; at += 14) {
          const [sample] = beliefs[at]!.sample(states[at]!, new Random(at), 1);
          expect(seen(sample!, viewer)).toBe(seen(states[at]!, viewer));
          checkSizes(sample!, states[at]!);
        }
      }
    }
  });

  it('leaves the true hands possible at every ply, and is exact where the log tells everything', () => {
    let hidden = 0;
    for (const game of games) {
      const states = played(game);
      for (let viewer = 0; viewer < states[0]!.players; viewer++) {
        beliefsOf(viewer, states, game.plies).forEach(({ worlds }, at) => {
          const hands = states[at]!.small.slice(HAND, HAND + RESOURCES * states[at]!.players);
          const possible = Array.from({ length: worlds.size }, (_, number) => worlds.hands(number, hands).join());
          expect(new Set(possible).size).toBe(possible.length);
          if (!worlds.isCut) expect(possible).toContain(hands.join());
          if (states[at]!.players === 2) expect(worlds.size).toBe(1);
          hidden += Number(worlds.size > 1);
        });
      }
    }
    expect(hidden).toBeGreaterThan(100);
  });

  /** Play a game again with another outcome of a hidden ply, as far as the same plies stay legal. */
  function otherwise(game: Game, states: readonly State[], number: number): { plies: Ply[]; states: State[] } | null {
    const { action } = game.plies[number]!;
    const other = engine.outcomes(states[number]!).find((outcome) => outcome.action !== action);
    if (!other) return null;
    const plies = [...game.plies.slice(0, number), { seat: CHANCE, action: other.action }];
    const found = [...states.slice(0, number + 1), engine.afterOutcome(states[number]!, other)];
    for (const ply of game.plies.slice(number + 1)) {
      if (engine.refusal(found.at(-1)!, ply.seat, ply.action) !== 0) break;
      found.push(engine.after(found.at(-1)!, ply.seat, ply.action));
      plies.push(ply);
    }
    return { plies, states: found };
  }

  /** How many steps look the same to a seat in both games; at each of them the same states are sampled. */
  function sameSteps(viewer: number, one: readonly State[], other: readonly State[], beliefs: Beliefs[][]): number {
    let same = 0;
    for (let at = 0; at < other.length && seen(one[at]!, viewer) === seen(other[at]!, viewer); at++) {
      if (one[at]!.isOver) break;
      const samples = [one, other].map((states, number) =>
        beliefs[number]![at]!.sample(states[at]!, new Random(at), 3).map(({ small }) => small.join()),
      );
      expect(samples[1]).toEqual(samples[0]);
      same++;
    }
    return same;
  }

  it('does not depend on what is hidden', () => {
    let compared = 0;
    for (const game of games.slice(0, 5)) {
      const states = played(game);
      const isHidden = ({ action }: Ply) => kindOf(action) === CARD_STOLEN || kindOf(action) === CARD_DRAWN;
      const numbers = game.plies.flatMap((ply, number) => (ply.seat === CHANCE && isHidden(ply) ? [number] : []));
      for (const number of numbers.slice(0, 4)) {
        const changed = otherwise(game, states, number);
        if (!changed) continue;
        const acted = states[number]!;
        for (let viewer = 0; viewer < acted.players; viewer++) {
          if (seen(changed.states[number + 1]!, viewer) !== seen(states[number + 1]!, viewer)) continue;
          const beliefs = [beliefsOf(viewer, states, game.plies), beliefsOf(viewer, changed.states, changed.plies)];
          compared += sameSteps(viewer, states, changed.states, beliefs) - number - 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });
});
