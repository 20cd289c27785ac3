/**
 * The analysis of a position, better and better the longer one looks, as the library's (src/longroad/analysis).
 *
 * A decision is judged by what its seat could know, in states that fit it (samples.ts), or with everything. The search names the best actions, rollouts compare them (comparison.ts). Deals
 * that lie on the table are judged as well (deals.ts), and offers and counter-offers are looked for (bargaining.ts).
 * Where chance acts, the chances are the means over all outcomes. The same seed gives the same analysis.
 */

import { chancesOf } from '../chances';
import { othersOf } from '../position/choices';
import { Comparison, chancesWithErrors } from './comparison';
import { Bargainer, type OpenDeal, type Sampled, type Traded, openDeals, tradedDeal } from './bargaining';
import { Answers, withTrades } from './deals';
import { Describer } from './describe';
import type { Engine, Legal, State } from '../engine';
import { ACCEPT, CERTAIN, CHANCE, COUNTER_OFFER, DISCARDING, FORCED_GIVE, OFFER_TRADE, REFUSE, TURN } from '../layout';
import { Weighing } from './gains';
import { kindOf, readAction, seatsIn } from '../position/notation';
import { Random } from '../random';
import { DEALS, type Reason } from './reasons';
import { rolledOut, rolloutSlowness, roundsOf, searched, seedFrom, tradeStates } from './rollouts';
import { type Known, Samples } from '../knowledge/samples';

/** How to analyse a position; everything has a default. */
export interface Options extends Known {
  seat?: number; // whose decision; else of the first seat that the game waits for, or of the turn's where chance acts
  seed?: number;
  rollouts?: number; // in all
  candidates?: number; // actions that are compared by rollouts
  offers?: boolean; // look for offers and counter-offers to other players; true by default
  include?: readonly string[]; // actions that are compared in any case, if they are legal; of trades only counter-offers
}

/** An action that a seat could take. */
export interface Candidate {
  action: string;
  chance: number; // of the seat to win, 0 to 1
  error: number; // the standard error
  loss: number; // how much worse it is than the best; about 0 for the best, and then possibly below
  lossError: number;
  rollouts: number;
  line: string[]; // how the turn is expected to go on
  reason: Reason;
}

/** What is known so far: every seat's chances to win, 0 to 1, and the actions, best first. */
export interface Analysis {
  seat: number;
  chances: number[];
  errors: number[]; // standard errors; 0 where nothing was sampled
  actions: Candidate[]; // none where chance acts, or the game is over
  rollouts: number;
  isDone: boolean;
}

const STATES = 8; // samples of the hidden cards in which the turn is searched
const VALUED_STATES = 32; // in which a position is valued where there is nothing to choose
const SEARCH_NODES = 128;
const CANDIDATES = 8;
const ROLLOUTS = 4000;
const ROLLOUT_NODES = 24;
const FIRST_STATES = 2; // of the first round; the next ones have twice as many
const MOST_STATES = 64;
const TRADE_STATES = 32; // in which trades are judged
const TRADES_EACH = 4; // states between which there is something new to see
const MOST_OFFERS = 3; // that are named
const SHOWN = 3; // actions that a page shows, and that are compared to the end
const SLICE = 48; // rollouts between which others may be asked

/**
 * Analyse a position; yields what is known after each round, and null between parts of a round.
 *
 * Throws for a seat that the game does not have, and for included text that is not an action.
 */
export function* analysed(engine: Engine, state: State, options: Options = {}): Generator<Analysis | null> {
  const seat = options.seat ?? seatToJudge(engine, state);
  if (!Number.isInteger(seat) || seat < 0 || seat >= state.players) {
    throw new RangeError(`seat ${seat}: expected 0 to ${state.players - 1}`);
  }
  yield* new Task(engine, state, seat, options).refined();
}

/** The last and best analysis. */
export function analysedFully(engine: Engine, state: State, options: Options = {}): Analysis {
  let last: Analysis | null = null;
  for (const found of analysed(engine, state, options)) last = found ?? last;
  return last!;
}

function seatToJudge(engine: Engine, state: State): number {
  const [first = CHANCE] = seatsIn(engine.legal(state, 0).toAct);
  return first === CHANCE ? state.small[TURN]! : first;
}

/** The analysis of one position. */
class Task {
  private readonly engine: Engine;
  private readonly state: State;
  private readonly seat: number;
  private readonly options: Options;
  private readonly random: Random;
  private readonly samples: Samples;
  private readonly describer: Describer;
  private tradeSamples: Sampled | null = null;

  constructor(engine: Engine, state: State, seat: number, options: Options) {
    this.engine = engine;
    this.state = state;
    this.seat = seat;
    this.options = options;
    this.random = new Random(options.seed ?? 0);
    this.samples = new Samples(engine, state, seat, options);
    this.describer = new Describer(engine, state, seat, this.samples);
  }

  *refined(): Generator<Analysis | null> {
    const found = this.engine.legal(this.state, this.seat);
    const { actions, forms, toAct, mayAct } = found;
    const isAwaited = ((toAct >> this.seat) & 1) === 1;
    const isDue = isAwaited && [DISCARDING, FORCED_GIVE].includes(this.state.phase);
    const legal = (mayAct >> this.seat) & 1 ? actions : [];
    if (legal.includes(REFUSE)) yield* this.answers(legal);
    else if (isDue || legal.length + Number(isAwaited && forms !== 0) > 1) yield* this.compared(found);
    else yield* this.valued(legal);
  }

  // --- one action, or none ----------------------------------------------------------------------------------------------

  /** Value the position itself, over all outcomes where chance acts. */
  private *valued(legal: readonly number[]): Generator<Analysis | null> {
    const rows: number[][] = [];
    const count = this.samples.isOpen ? 1 : VALUED_STATES;
    while (rows.length < count) {
      const [shares] = chancesOf(this.engine, [this.samples.next(this.random)], undefined, SEARCH_NODES);
      rows.push(shares!.map((share) => share / CERTAIN));
      yield rows.length % 4 === 0 && rows.length < count ? this.value(rows, legal, false) : null;
    }
    yield this.value(rows, legal, true);
  }

  private value(rows: readonly (readonly number[])[], legal: readonly number[], isDone: boolean): Analysis {
    const { chances, errors } = chancesWithErrors(rows);
    const known = rows.length > 1 ? errors : errors.map(() => 0);
    const [own, error] = [chances[this.seat]!, known[this.seat]!];
    const actions = legal.map((action) => this.describer.candidate(action, own, error, 0));
    return { seat: this.seat, chances, errors: known, actions, rollouts: 0, isDone };
  }

  // --- deals ------------------------------------------------------------------------------------------------------------

  /** Compare the answers to an offer, and look for a counter-offer. */
  private *answers(legal: readonly number[]): Generator<Analysis | null> {
    const { states, seed } = this.sampled;
    const counters = this.included(this.state).filter((action) => kindOf(action) === COUNTER_OFFER);
    const asked = legal.includes(ACCEPT) ? [ACCEPT, ...counters] : counters;
    const answers = new Answers(this.engine, this.describer, asked, roundsOf(this.state));
    for (let first = 0; first < states.length; first += TRADES_EACH) {
      yield* answers.add(states.slice(first, first + TRADES_EACH), seed + first);
      yield answers.report([], false);
    }
    const found = this.looksForOffers ? yield* this.bargainer.counter() : null;
    yield answers.report(found === null || asked.includes(found.action) ? [] : [found], true);
  }

  private get looksForOffers(): boolean {
    return this.options.offers ?? true;
  }

  /** States in which all trades are judged, with a seed for what happens in them. */
  private get sampled(): Sampled {
    const sampled = () => ({
      states: Array.from({ length: tradeStates(this.state, TRADE_STATES) }, () => this.samples.next(this.random)),
      seed: seedFrom(this.random),
    });
    return (this.tradeSamples ??= sampled());
  }

  private get bargainer(): Bargainer {
    const { engine, state, seat, samples } = this;
    return new Bargainer(engine, state, seat, samples.trades, this.sampled, roundsOf(state));
  }

  // --- several actions --------------------------------------------------------------------------------------------------

  private *compared({ actions: legal, forms }: Legal): Generator<Analysis | null> {
    const comparison = new Comparison(this.candidates(), this.seat, SHOWN);
    const total = Math.max(
      (this.options.rollouts ?? ROLLOUTS) / rolloutSlowness(this.state),
      2 * comparison.actions.length,
    );
    const mayOffer = this.looksForOffers && ((forms >> OFFER_TRADE) & 1) === 1;
    const trades = yield* this.deals(openDeals(this.state, legal));
    for (let states = FIRST_STATES; states > 0;) {
      yield* this.rolled(comparison, states);
      comparison.drop();
      const left = Math.floor((total - comparison.rollouts) / comparison.openActions.length);
      yield withTrades(this.describer, this.reported(comparison, left < 1), trades);
      if (states === FIRST_STATES && mayOffer) {
        trades.push(...(yield* this.bargainer.offers()).slice(0, MOST_OFFERS));
      }
      states = Math.min(2 * states, MOST_STATES, left);
    }
  }

  /** The deals that can be made now, with what they bring. */
  private *deals(open: readonly OpenDeal[]): Generator<null, Traded[]> {
    if (open.length === 0) return [];
    const [{ engine, seat, sampled }, deals] = [this, open.map(({ deal }) => deal)];
    const weighing = new Weighing(engine, seat, deals, roundsOf(this.state));
    yield* weighing.add(sampled.states, sampled.seed);
    return open.map(({ action }, k) => tradedDeal(weighing, k, action, seat));
  }

  /** Roll all open actions out in some states, in parts. */
  private *rolled(comparison: Comparison, states: number): Generator<null> {
    const actions = comparison.openActions;
    const each = Math.max(1, Math.floor(SLICE / actions.length / rolloutSlowness(this.state)));
    for (let done = 0; done < states; done += each) {
      const dealt = Array.from({ length: Math.min(each, states - done) }, () => this.samples.next(this.random));
      comparison.add(rolledOut(this.engine, dealt, this.seat, actions, ROLLOUT_NODES, seedFrom(this.random)));
      yield null;
    }
  }

  /** The actions that the search finds best, and those that are included in any case. */
  private candidates(): number[] {
    const states = Array.from({ length: this.samples.isOpen ? 1 : STATES }, () => this.samples.next(this.random));
    const found = searched(this.engine, states, this.seat, SEARCH_NODES);
    const best = found.slice(0, this.options.candidates ?? CANDIDATES);
    return [...new Set([...best, ...this.included(states[0]!).filter((action) => !DEALS.includes(kindOf(action)))])];
  }

  /** The actions to include that are legal in a state. */
  private included(state: State): number[] {
    const others = othersOf(this.state, this.seat);
    const actions = (this.options.include ?? []).map((text) => readAction(text, others));
    return actions.filter((action) => this.engine.refusal(state, this.seat, action) === 0);
  }

  private reported(comparison: Comparison, isDone: boolean): Analysis {
    const { chances, errors } = comparison.chances(comparison.best);
    const actions = comparison.order.map((k) => {
      const own = comparison.chances(k);
      const [chance, error] = [own.chances[this.seat]!, own.errors[this.seat]!];
      const shown = this.describer.candidate(comparison.actions[k]!, chance, error, comparison.count(k));
      return { ...shown, ...comparison.loss(k) };
    });
    return { seat: this.seat, chances, errors, actions, rollouts: comparison.rollouts, isDone };
  }
}
