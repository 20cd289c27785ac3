/** The page's engine and the library find the same, at every step of games of all presets. */

import { beforeAll, describe, expect, it } from 'vitest';

import { type Candidate, analysedFully } from './judging/analyse';
import { choicesOf, outcomesOf, played } from './position/choices';
import { mean } from './judging/comparison';
import type { Engine, State } from './engine';
import { SEATS } from './layout';
import { readAction, writeAction } from './position/notation';
import { reasonFor } from './judging/reasons';
import { snapshotOf } from './position/snapshot';
import { reasonText } from './position/words';
import { type PlayedGame, gamesFile, loadedEngine, playedGames, stateIn } from './testEngine';

describe.runIf(gamesFile)('the engine and the library', { timeout: 120_000 }, () => {
  let engine: Engine;
  let games: { game: PlayedGame; states: State[] }[];
  beforeAll(async () => {
    engine = await loadedEngine();
    games = playedGames(engine);
  });

  /** Call a function for every step of every game. */
  function everyStep(check: (state: State, step: PlayedGame['steps'][number], n: number, game: PlayedGame) => void) {
    for (const { game, states } of games) {
      expect(states.length).toBe(game.steps.length);
      states.forEach((state, n) => check(state, game.steps[n]!, n, game));
    }
  }

  it('ends in the same bytes', () => {
    expect(games.length).toBeGreaterThan(7);
    for (const { game, states } of games) {
      expect(Buffer.from(states.at(-1)!.toBytes()).toString('base64')).toBe(game.end);
    }
  });

  it('hides from every seat what the library hides', () => {
    const all = games.flatMap(({ game }) => game.viewed);
    expect(all.length).toBeGreaterThan(20);
    for (const { state, views } of all) {
      const players = views.map((_, seat) => (seat < views.length - 1 ? seat : SEATS));
      const found = players.map((viewer) => engine.view(stateIn(state), viewer).toBytes());
      expect(found.map((bytes) => Buffer.from(bytes).toString('base64'))).toEqual(views);
    }
  });

  it('shows the same snapshots', () => {
    everyStep((state, { snapshot }) => expect(snapshotOf(engine, state)).toEqual(snapshot));
  });

  it('lists the same actions and forms, and the same outcomes of chance', () => {
    everyStep((state, { choices, outcomes }) => {
      expect(choicesOf(engine, state)).toEqual(choices);
      expect(outcomesOf(engine, state)).toEqual(outcomes);
    });
  });

  it('reads and writes every ply and every action that is legal', () => {
    everyStep((state, { choices }, n, { plies }) => {
      for (const { seat, actions } of choices) {
        const codes = engine.legal(state, seat).actions;
        expect(actions.map((text) => readAction(text))).toEqual(codes);
      }
      const ply = plies[n];
      if (ply === undefined) return;
      expect(writeAction(ply.action)).toBe(ply.text);
      expect(readAction(ply.text)).toBe(ply.action);
      expect(played(engine, state, ply.seat, ply.text)).toHaveProperty('action', ply.action);
    });
  });

  it('gives the same reasons', () => {
    everyStep((state, { reasons }) => {
      for (const [seat, byAction] of Object.entries(reasons)) {
        for (const [text, reason] of Object.entries(byAction)) {
          expect([text, reasonFor(engine, state, Number(seat), readAction(text))]).toEqual([text, reason]);
          expect(reasonText(reason, String)).not.toMatch(/[{}]|reasons\./);
        }
      }
    });
  });

  it('weighs and rolls out actions, and judges deals, to the last bit', () => {
    for (const { seat, state, actions, worths, rolled, deals } of games.flatMap(({ game }) => game.searched)) {
      const states = Array.from({ length: 3 }, () => stateIn(state));
      expect(engine.weigh(states, seat, 32)).toEqual({ actions, worths });
      expect(engine.roll(states, seat, actions.slice(0, 4), 3, 16, 77)).toEqual(rolled);
      const asked = [
        { partner: -1, given: [0, 0, 0, 0, 0] },
        { partner: 1 - Math.min(seat, 1), given: [1, 0, -1, 0, 0] },
      ];
      expect(engine.weighDeals(states, seat, asked, 2, 16, 77).far).toEqual(deals);
    }
  });

  it('analyses positions with the same chances, as far as rollouts are exact', () => {
    // In answers to offers and with deals on the table, the library's chances are those without a deal.
    const hasTrade = (actions: readonly Candidate[]) =>
      actions.some(({ action }) => /^(accept|deal|take)/.test(action));
    const squares: number[] = []; // of differences, in standard errors
    let exact = 0;
    for (const { state, seat, rollouts, chances, errors } of games.flatMap(({ game }) => game.analysed)) {
      const found = analysedFully(engine, stateIn(state), { seat, everything: true, offers: false, rollouts });
      if (hasTrade(found.actions)) continue;
      found.chances.forEach((chance, k) => {
        if (found.rollouts === 0) expect(chance).toBeCloseTo(chances[k]!, 9);
        else squares.push(((chance - chances[k]!) / Math.hypot(found.errors[k]!, errors[k]!, 1e-4)) ** 2);
      });
      exact += Number(found.rollouts === 0);
    }
    expect(exact).toBeGreaterThan(5);
    expect(squares.length).toBeGreaterThan(40);
    expect(mean(squares)).toBeLessThan(2); // about 1, if the standard errors are right
  });
});
