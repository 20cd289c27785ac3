/** Analyses of positions from games of all presets, which tests/scripts/test_client_engine.py writes. */

import { beforeAll, describe, expect, it } from 'vitest';

import { type Analysis, analysed, analysedFully } from './analyse';
import { Answers } from '../answers';
import { chancesOf } from '../chances';
import { choicesOf } from '../position/choices';
import { Dealer } from '../knowledge/dealing';
import type { Engine, State } from '../engine';
import {
  ACCEPT,
  CARDS,
  CARDS_SIZE,
  CERTAIN,
  CHANCE,
  CLOSE_DEAL,
  COUNTER_OFFER,
  DECK,
  DISCARDING,
  DISCARDS,
  FOUND_SETTLEMENT,
  FRESH,
  HAND,
  HAND_SIZE,
  OFFERS,
  OFFER_TRADE,
  OWES,
  RESOURCES,
  TURN,
} from '../layout';
import { kindOf, readAction } from '../position/notation';
import { EngineClient } from '../open';
import { Random } from '../random';
import type { Answer } from '../requests';
import { type PlayedGame, gamesFile, loadedEngine, playedGames } from '../testEngine';
import { has } from '../../i18n';
import { reasonText } from '../position/words';

describe.runIf(gamesFile)('an analysis', { timeout: 120_000 }, () => {
  let engine: Engine;
  let games: { game: PlayedGame; states: State[] }[];
  let states: State[]; // of all games
  beforeAll(async () => {
    engine = await loadedEngine();
    games = playedGames(engine);
    states = games.flatMap((game) => game.states);
  });

  /** The first state, after some others, of which something holds. */
  function find(isWanted: (state: State) => boolean, skip = 0): State {
    let left = skip;
    const found = states.find((state) => isWanted(state) && left-- === 0);
    if (found === undefined) throw new Error('no game has such a state');
    return found;
  }

  const decides = (state: State) => !state.isOver && !state.isChance;
  const listed = (state: State, seat: number) => engine.legal(state, seat).actions;
  const hasChoice = (state: State) => decides(state) && listed(state, state.small[TURN]!).length > 5;
  const seatsOf = (state: State) => Array.from({ length: state.players }, (_, seat) => seat);
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

  it('names the best actions with chances that add up, better and better', () => {
    const found: Analysis[] = [];
    const state = find(hasChoice, 20);
    for (const analysis of analysed(engine, state, { rollouts: 600, offers: false }))
      if (analysis) found.push(analysis);
    expect(found.length).toBeGreaterThan(4);
    expect(found.map(({ isDone }) => isDone)).toEqual(found.map((_, n) => n === found.length - 1));
    const [early, last] = [found[2]!, found.at(-1)!];
    expect(last.rollouts).toBeGreaterThan(500);
    expect(last.rollouts).toBeLessThanOrEqual(600);
    expect(last.errors[last.seat]!).toBeLessThan(early.errors[early.seat]!);
    for (const { chances, actions, seat } of found) {
      expect(sum(chances)).toBeCloseTo(1, 5);
      expect(actions[0]!.chance).toBeCloseTo(chances[seat]!);
      for (const { action, line, reason } of actions) {
        expect(engine.refusal(state, seat, readAction(action))).toBe(0);
        for (const text of line) expect(() => readAction(text)).not.toThrow();
        expect(has(`reasons.${reason.key}`)).toBe(true);
        expect(reasonText(reason, String)).not.toMatch(/[{}]|reasons\./);
      }
    }
  });

  it('is the same for a seed', () => {
    const state = find(hasChoice, 40);
    const options = { rollouts: 100, offers: false, seed: 3 };
    expect(analysedFully(engine, state, options)).toEqual(analysedFully(engine, state, options));
    expect(analysedFully(engine, state, { ...options, seed: 4 }).chances).not.toEqual(
      analysedFully(engine, state, options).chances,
    );
  });

  /** A copy in which others than a seat have exchanged a card, and one has exchanged one with the stack. */
  function exchanged(state: State, seat: number): State {
    const other = state.copy();
    const move = (field: number, from: number, to: number, kind: number) => {
      other.small[field + RESOURCES * from + kind]!--;
      other.small[field + RESOURCES * to + kind]!++;
    };
    const held = (field: number, owner: number) =>
      other.row(field + RESOURCES * owner, RESOURCES).flatMap((count, kind) => (count > 0 ? [kind] : []));
    const [one, another] = seatsOf(state).filter((owner) => owner !== seat && held(HAND, owner).length > 0) as [
      number,
      number,
    ];
    const given = held(HAND, one)[0]!;
    const taken = held(HAND, another).find((kind) => kind !== given)!;
    move(HAND, one, another, given);
    move(HAND, another, one, taken);
    const owner = seatsOf(state).find((buyer) => buyer !== seat && state.small[CARDS_SIZE + buyer]! > 0);
    if (owner !== undefined) {
      const card = held(CARDS, owner)[0]!;
      const drawn = held(DECK, 0).find((kind) => kind !== card)!;
      const isFresh = other.small[FRESH + RESOURCES * owner + card]! > 0;
      for (const field of isFresh ? [CARDS, FRESH] : [CARDS]) {
        other.small[field + RESOURCES * owner + card]!--;
        other.small[field + RESOURCES * owner + drawn]!++;
      }
      other.small[DECK + drawn]!--;
      other.small[DECK + card]!++;
    }
    return other;
  }

  it('does not depend on cards that the seat cannot see', () => {
    const hasHands = (state: State) => {
      const seat = state.small[TURN]!;
      const kinds = (owner: number) => new Set(state.row(HAND + RESOURCES * owner, RESOURCES).map(Boolean)).size;
      const others = seatsOf(state).filter((owner) => owner !== seat && state.small[HAND_SIZE + owner]! > 3);
      const buyers = seatsOf(state).filter((owner) => owner !== seat && state.small[CARDS_SIZE + owner]! > 0);
      return hasChoice(state) && others.length > 1 && others.every((owner) => kinds(owner) > 1) && buyers.length > 0;
    };
    for (const skip of [0, 10, 20]) {
      const state = find(hasHands, skip);
      const seat = state.small[TURN]!;
      const other = exchanged(state, seat);
      expect(other.toBytes()).not.toEqual(state.toBytes());
      const options = { rollouts: 30, offers: skip === 0, seat };
      expect(analysedFully(engine, other, options)).toEqual(analysedFully(engine, state, options));
      expect(analysedFully(engine, other, { ...options, everything: true }).chances).not.toEqual(
        analysedFully(engine, state, { ...options, everything: true }).chances,
      );
    }
  });

  it('uses what the plies of the game say about hands', () => {
    for (const { game, states: steps } of games.slice(0, 3)) {
      const n = steps.slice(0, steps.length / 2).findLastIndex(hasChoice);
      const state = steps[n]!;
      const plies = game.plies.slice(0, n);
      const options = { rollouts: 40, offers: false, seat: state.small[TURN]! };
      const log = { start: steps[0]!.toBytes(), plies };
      const found = analysedFully(engine, state, { ...options, game: log });
      expect(found).toEqual(analysedFully(engine, state, { ...options, game: log }));
      expect(found.chances).not.toEqual(analysedFully(engine, state, options).chances);
      const short = { ...log, plies: plies.slice(1) };
      expect(() => analysedFully(engine, state, { ...options, game: short })).toThrow();
      expect(() => analysedFully(engine, steps[n - 1]!, { ...options, game: log })).toThrow(
        'do not lead to this position',
      );
      const half = { start: steps[n - 9]!.toBytes(), plies: game.plies.slice(n - 9, n) };
      expect(analysedFully(engine, state, { ...options, game: half })).toEqual(analysedFully(engine, state, options));
    }
  });

  it('deals what the seat cannot see, and nothing else', () => {
    const random = new Random(1);
    for (const state of states.filter(decides).filter((_, n) => n % 23 === 0)) {
      for (const seat of seatsOf(state)) {
        const dealt = new Dealer(state, seat).deal(random);
        const counts = (one: State, field: number) =>
          Array.from({ length: RESOURCES }, (_, kind) =>
            sum(seatsOf(one).map((owner) => one.small[field + RESOURCES * owner + kind]!)),
          );
        expect(counts(dealt, HAND)).toEqual(counts(state, HAND));
        for (const field of [HAND, CARDS, FRESH, DISCARDS]) {
          const row = field + RESOURCES * seat;
          expect(dealt.row(row, RESOURCES)).toEqual(state.row(row, RESOURCES));
          for (const owner of seatsOf(state)) {
            const place = field + RESOURCES * owner;
            expect(sum(dealt.row(place, RESOURCES))).toBe(sum(state.row(place, RESOURCES)));
            expect(Math.min(...dealt.row(place, RESOURCES))).toBeGreaterThanOrEqual(0);
          }
        }
        const all = (one: State) => counts(one, CARDS).map((count, kind) => count + one.small[DECK + kind]!);
        expect(all(dealt)).toEqual(all(state));
        expect(engine.counts(dealt).bank).toEqual(engine.counts(state).bank);
      }
    }
  });

  it('deals all cards to all others', () => {
    const state = find((one) => hasChoice(one) && one.players > 2, 60);
    const seat = state.small[TURN]!;
    const dealer = new Dealer(state, seat);
    const random = new Random(7);
    const hands = new Set(Array.from({ length: 50 }, () => dealer.deal(random).row(HAND, 30).join()));
    expect(hands.size).toBeGreaterThan(10);
  });

  it('values a roll as the mean over all outcomes', () => {
    for (const state of [find((one) => one.isChance, 30), find((one) => one.isChance)]) {
      const found = analysedFully(engine, state, { everything: true });
      const [shares] = chancesOf(engine, [state]);
      expect(found.chances).toEqual(shares!.map((share) => share / CERTAIN));
      expect(found.errors).toEqual(found.chances.map(() => 0));
      expect(found.actions).toEqual([]);
    }
  });

  it('compares answers to an offer, and deals with those who have accepted it', () => {
    const asked = find((state) => seatsOf(state).some((seat) => listed(state, seat).includes(ACCEPT)));
    const seat = seatsOf(asked).find((one) => listed(asked, one).includes(ACCEPT))!;
    const answers = analysedFully(engine, asked, { seat, offers: false });
    expect(answers.actions.map(({ action }) => action).sort()).toEqual(['accept', 'refuse']);
    const [best] = answers.actions;
    expect(Math.abs(best!.loss)).toBeLessThan(3 * best!.lossError);
    const isDeal = (action: number) => kindOf(action) === CLOSE_DEAL;
    const agreed = find((state) => decides(state) && listed(state, state.small[TURN]!).some(isDeal));
    const ranked = analysedFully(engine, agreed, { rollouts: 50 });
    expect(ranked.actions.some(({ action }) => action.startsWith('deal '))).toBe(true);
    expect(ranked.actions[0]!.chance).toBeCloseTo(ranked.chances[ranked.seat]!);
  });

  it('compares counter-offers, those that are included and the best one', () => {
    const mayCounter = (state: State, seat: number) =>
      listed(state, seat).includes(ACCEPT) && ((engine.legal(state, seat).forms >> COUNTER_OFFER) & 1) === 1;
    const asked = states.filter((state) => decides(state) && seatsOf(state).some((seat) => mayCounter(state, seat)));
    const counters = asked.slice(0, 4).flatMap((state) => {
      const seat = seatsOf(state).find((one) => mayCounter(state, one))!;
      const { actions, chances } = analysedFully(engine, state, { seat });
      expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['accept', 'refuse']));
      expect(actions[0]!.chance).toBeCloseTo(chances[seat]!);
      return actions.flatMap(({ action }) => (action.startsWith('counter ') ? [{ state, seat, action }] : []));
    });
    expect(counters.length).toBeGreaterThan(0);
    for (const { state, seat, action } of counters) expect(engine.refusal(state, seat, readAction(action))).toBe(0);
    const { state, seat, action } = counters[0]!;
    const found = analysedFully(engine, state, { seat, offers: false, include: [action, 'counter 9 ore for 1 wool'] });
    expect(found.actions.map((one) => one.action).sort()).toEqual(['accept', action, 'refuse']);
  });

  it('finds offers that help both sides, judged by what the seat could know', () => {
    const canOffer = (state: State) =>
      hasChoice(state) &&
      state.small[OFFERS] === 0 &&
      ((engine.legal(state, state.small[TURN]!).forms >> OFFER_TRADE) & 1) === 1;
    const found = [5, 45].map((skip) => {
      const state = find(canOffer, skip);
      const { actions, seat } = analysedFully(engine, state, { rollouts: 60 });
      const offers = actions.filter(({ action }) => action.startsWith('offer '));
      for (const { action } of offers) expect(engine.refusal(state, seat, readAction(action))).toBe(0);
      const without = analysedFully(engine, state, { rollouts: 60, offers: false });
      expect(without.actions.some(({ action }) => action.startsWith('offer '))).toBe(false);
      return offers.length;
    });
    expect(sum(found)).toBeGreaterThan(0);
    expect(Math.max(...found)).toBeLessThanOrEqual(3);
  });

  it('analyses every kind of phase for every seat that may act', () => {
    const phases = new Map(states.map((state) => [state.phase, state]));
    expect(phases.size).toBeGreaterThan(12);
    for (const state of phases.values()) {
      for (const { seat } of [{ seat: undefined }, ...choicesOf(engine, state)]) {
        const found = analysedFully(engine, state, {
          rollouts: 20,
          offers: false,
          ...(seat === undefined ? {} : { seat }),
        });
        expect(found.isDone).toBe(true);
        expect(sum(found.chances)).toBeCloseTo(1, 5);
      }
    }
  });

  it('names what to discard', () => {
    const owes = (state: State) => seatsOf(state).find((seat) => (state.small[OWES]! >> seat) & 1)!;
    const state = find((one) => one.phase === DISCARDING);
    const found = analysedFully(engine, state, { rollouts: 30, seat: owes(state) });
    expect(found.actions[0]!.action).toMatch(/^discard /);
    expect(engine.refusal(state, owes(state), readAction(found.actions[0]!.action))).toBe(0);
  });

  it('compares what is included, and refuses a seat that is not there', () => {
    const state = find((one) => one.phase === FOUND_SETTLEMENT);
    const worst = choicesOf(engine, state)[0]!.actions.slice(0, 3);
    const found = analysedFully(engine, state, { rollouts: 40, include: [...worst, 'city 3'] });
    const actions = found.actions.map(({ action }) => action);
    for (const action of worst) expect(actions).toContain(action);
    expect(actions).not.toContain('city 3');
    expect(() => analysedFully(engine, state, { seat: 6 })).toThrow('seat 6: expected 0 to');
    expect(() => analysedFully(engine, state, { include: ['fly'] })).toThrow("'fly' is not an action");
  });

  // --- for a page -------------------------------------------------------------------------------------------------------

  it('is stopped by the next one, while other questions are answered', async () => {
    const answers = new Answers(Promise.resolve(engine));
    const bytes = find(hasChoice, 10).toBytes();
    const posted: [string, Answer['kind']][] = [];
    const ask = (name: string, request: Parameters<Answers['answer']>[0]) =>
      answers.answer(request, (answer) => posted.push([name, answer.kind]));
    await Promise.all([
      ask('first', { kind: 'analyse', bytes, options: {} }),
      ask('second', { kind: 'analyse', bytes, options: { rollouts: 400 } }),
      ask('look', { kind: 'look', bytes, dice: [] }),
    ]);
    expect(posted.filter(([name]) => name === 'first')).toEqual([['first', 'stopped']]);
    expect(posted.filter(([name]) => name === 'second').map(([, kind]) => kind)).toContain('analysis');
    const order = posted.map(([name]) => name);
    expect(order.indexOf('look')).toBeLessThan(order.lastIndexOf('second'));
  });

  it('is played on: a state after an action, or the rule that forbids it', async () => {
    const client = new EngineClient(() => {
      const answers = new Answers(Promise.resolve(engine));
      const worker = {
        onmessage: null as Worker['onmessage'],
        onerror: null,
        terminate: () => undefined,
        postMessage: ({ number, request }: { number: number; request: Parameters<Answers['answer']>[0] }) =>
          void answers.answer(request, (answer) =>
            worker.onmessage?.call(worker as unknown as Worker, { data: { number, answer } } as MessageEvent),
          ),
      };
      return worker;
    });
    const state = find((one) => one.isChance && one.phase !== 0);
    const look = await client.look(state.toBytes());
    expect(look.snapshot.to_act).toEqual([CHANCE]);
    const played = await client.play(state.toBytes(), CHANCE, 'rolled 3+5');
    if ('rule' in played) throw new Error(played.rule);
    expect(played.text).toBe('rolled 3+5');
    expect(played.snapshot.dice).toEqual([3, 5]);
    expect(played.snapshot.rolled).toEqual([8]);
    const seat = played.snapshot.turn;
    expect(await client.play(played.bytes, seat, 'roll')).toMatchObject({ rule: 'TRN-1' });
    await expect(client.play(played.bytes, seat, 'fly')).rejects.toThrow("'fly' is not an action");
    const [again] = await client.states({ start: played.bytes, plies: [] });
    expect(again).toEqual(played.bytes);
  });
});
