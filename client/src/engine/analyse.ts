/**
 * The analysis of a position, better and better the longer one looks, as the library's (src/longroad/analysis).
 *
 * A decision is judged by what its seat could know: in states in which the cards that it cannot see are dealt at random
 * (dealing.ts), or with everything. The search names the best actions, rollouts compare them. Deals that lie on the
 * table are judged as well; new offers to other players are not looked for. The same seed gives the same analysis.
 */

import { NODES, chancesOf } from './chances';
import { othersOf } from './choices';
import { Comparison, chancesWithErrors, column, mean, standardError } from './comparison';
import { Dealer, withoutOffers } from './dealing';
import type { Deal, Engine, State } from './engine';
import {
  ACCEPT,
  CERTAIN,
  CHANCE,
  CLOSE_DEAL,
  DISCARDING,
  FORCED_GIVE,
  FOUNDING_ROUNDS,
  FOUND_ROAD,
  FOUND_SETTLEMENT,
  NOBODY,
  OFFER,
  PROPOSAL,
  REFUSE,
  RESOURCES,
  SPECIAL_BUILD,
  TAKE_PROPOSAL,
  TURN,
  UNKNOWN_WORTH,
  USUAL_PLAYERS,
  USUAL_TURNS,
} from './layout';
import { kindOf, numberOf, readAction, seatsIn, writeAction } from './notation';
import { Random } from './random';
import { type Reason, reasonFor } from './reasons';

/** How to analyse a position; everything has a default. */
export interface Options {
  seat?: number; // whose decision; else of the first seat that the game waits for, or of the turn's where chance acts
  everything?: boolean; // use the cards that the seat cannot see
  seed?: number;
  rollouts?: number; // in all
  candidates?: number; // actions that are compared by rollouts
  include?: readonly string[]; // actions that are compared in any case
}

/** An action that a seat could take. */
export interface Candidate {
  action: string;
  chance: number; // of the seat to win, 0 to 1
  error: number; // the standard error
  loss: number; // how much worse it is than the best; about 0 for the best
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
const SEARCH_NODES = 128;
const CANDIDATES = 8;
const ROLLOUTS = 4000;
const ROLLOUT_NODES = 24;
const TRADE_STATES = 32;
const TRADE_NODES = 24;
const LINE_NODES = 48;
const MOST_LINE = 8; // actions of an expected line
const MOST_STATES = 64; // of a round
const SLICE = 48; // rollouts between which others may be asked
const SLOW_SHARE = 4; // a founding, and turns after which all may build, take so many times longer
const MOST_SEED = 2 ** 40;

/**
 * Analyse a position; yields what is known after each round, and null between parts of a round.
 *
 * Throws for a seat that the game does not have, and for text that is not an action.
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

class Task {
  private readonly engine: Engine;
  private readonly state: State;
  private readonly seat: number;
  private readonly options: Options;
  private readonly random: Random;
  private readonly dealer: Dealer;
  private readonly described = new Map<number, { line: string[]; reason: Reason }>();

  constructor(engine: Engine, state: State, seat: number, options: Options) {
    this.engine = engine;
    this.state = state;
    this.seat = seat;
    this.options = options;
    this.random = new Random(options.seed ?? 0);
    this.dealer = new Dealer(state, seat);
  }

  *refined(): Generator<Analysis | null> {
    const { actions: legal, forms, toAct, mayAct } = this.engine.legal(this.state, this.seat);
    const isAwaited = (toAct >> this.seat) & 1;
    const isDue = isAwaited && [DISCARDING, FORCED_GIVE].includes(this.state.phase);
    const choices = (mayAct >> this.seat) & 1 ? legal : [];
    if (choices.includes(REFUSE)) yield* this.answers(choices);
    else if (choices.length + Number(isAwaited && forms !== 0) <= 1 && !isDue) yield* this.valued(choices);
    else yield* this.compared(choices);
  }

  // --- one action, or none ----------------------------------------------------------------------------------------------

  /** Value the position itself, over all outcomes where chance acts. */
  private *valued(legal: readonly number[]): Generator<Analysis | null> {
    const rows: number[][] = [];
    const count = this.isOpen ? 1 : STATES;
    while (rows.length < count) {
      const [shares] = chancesOf(this.engine, [this.deal()], () => undefined, NODES);
      rows.push(shares!.map((share) => share / CERTAIN));
      yield rows.length < count && rows.length > 1 ? this.report(rows, legal, false) : null;
    }
    yield this.report(rows, legal, true);
  }

  private report(rows: readonly (readonly number[])[], legal: readonly number[], isDone: boolean): Analysis {
    const { chances, errors } = chancesWithErrors(rows);
    const known = rows.length > 1 ? errors : errors.map(() => 0);
    const actions = legal.map((action) => this.candidate(action, chances[this.seat]!, known[this.seat]!, 0));
    return { seat: this.seat, chances, errors: known, actions, rollouts: 0, isDone };
  }

  // --- answers to an offer ----------------------------------------------------------------------------------------------

  private *answers(legal: readonly number[]): Generator<Analysis | null> {
    const offer = this.state.row(OFFER, RESOURCES);
    const deals = legal.includes(ACCEPT) ? [{ partner: this.seat, given: offer }] : [];
    for (const judged of this.judged(deals)) {
      if (judged === null) yield null;
      else yield this.answered(judged);
    }
  }

  private answered({ rows, isDone }: Judged): Analysis {
    const ranked = rows
      .map((samples, k) => ({ ...chancesWithErrors(samples), action: k === 0 ? REFUSE : ACCEPT }))
      .sort((one, other) => other.chances[this.seat]! - one.chances[this.seat]!);
    const [best] = ranked;
    const gaps = rows.length > 1 ? rows[0]!.map((row, n) => row[this.seat]! - rows[1]![n]![this.seat]!) : [0, 0];
    return {
      seat: this.seat,
      chances: best!.chances,
      errors: best!.errors,
      actions: ranked.map(({ action, chances, errors }) => ({
        ...this.candidate(action, chances[this.seat]!, errors[this.seat]!, rows[0]!.length),
        loss: best!.chances[this.seat]! - chances[this.seat]!,
        lossError: standardError(gaps),
      })),
      rollouts: rows.length * rows[0]!.length,
      isDone,
    };
  }

  /** Judge deals of the player on turn: chances by deal and state, first without any deal. */
  private *judged(deals: readonly Deal[]): Generator<Judged | null> {
    const asked = [{ partner: NOBODY, given: Array<number>(RESOURCES).fill(0) }, ...deals];
    const rows: number[][][] = asked.map(() => []);
    const total = TRADE_STATES;
    while (rows[0]!.length < total) {
      const [found] = this.engine.weighDeals(
        [this.deal()],
        this.state.small[TURN]!,
        asked,
        this.rounds,
        TRADE_NODES,
        this.random.below(MOST_SEED),
      );
      if (found!.every(([share]) => share! >= 0)) {
        found!.forEach((shares, k) => rows[k]!.push(shares.map((share) => share / CERTAIN)));
      }
      const done = rows[0]!.length;
      yield done > 1 && done % 4 === 0 ? { rows, isDone: done === total } : null;
    }
  }

  // --- several actions --------------------------------------------------------------------------------------------------

  private *compared(legal: readonly number[]): Generator<Analysis | null> {
    const comparison = new Comparison(this.candidates(), this.seat);
    yield null;
    const total = Math.max((this.options.rollouts ?? ROLLOUTS) / this.slowness, 2 * comparison.actions.length);
    const trades = this.openDeals(legal);
    let judged: Judged | null = null;
    if (trades.length > 0) {
      for (judged of this.judged(trades.map(({ deal }) => deal))) yield null;
    }
    for (let states = 2; ; states = Math.min(2 * states, MOST_STATES)) {
      yield* this.rolled(comparison, states);
      comparison.drop();
      const left = total - comparison.rollouts;
      const isDone = left < comparison.openActions.length || comparison.openActions.length === 1;
      yield this.withDeals(this.reported(comparison, isDone), trades, judged);
      if (isDone) return;
      states = Math.min(states, Math.floor(left / comparison.openActions.length / 2) || 1);
    }
  }

  /** Roll all open actions out in some states, in parts. */
  private *rolled(comparison: Comparison, states: number): Generator<null> {
    const actions = comparison.openActions;
    const each = Math.max(1, Math.floor(SLICE / actions.length / this.slowness));
    for (let done = 0; done < states; done += each) {
      const dealt = Array.from({ length: Math.min(each, states - done) }, () => this.deal());
      const seed = this.random.below(MOST_SEED);
      const shares = this.engine.roll(dealt, this.seat, actions, this.turns, ROLLOUT_NODES, seed);
      comparison.add(shares.map((row) => row.map((seats) => seats.map((share) => share / CERTAIN))));
      yield null;
    }
  }

  /** The actions that the search finds best, and those that are included in any case. */
  private candidates(): number[] {
    const states = Array.from({ length: this.isOpen ? 1 : STATES }, () => this.deal());
    const { actions, worths } = this.engine.weigh(states, this.seat, SEARCH_NODES);
    const means = actions.map((_, k) => meanWorth(column(worths, k), this.isFounding));
    const order = actions.map((_, k) => k).sort((one, other) => means[other]! - means[one]! || one - other);
    const found = order.slice(0, this.options.candidates ?? CANDIDATES).map((k) => actions[k]!);
    const others = othersOf(this.state, this.seat);
    const included = (this.options.include ?? []).map((text) => readAction(text, others));
    const legal = included.filter((action) => this.engine.refusal(this.withoutOffers, this.seat, action) === 0);
    return [...new Set([...found, ...legal])];
  }

  private reported(comparison: Comparison, isDone: boolean): Analysis {
    const { chances, errors } = comparison.chances(comparison.best);
    const actions = comparison.order.map((k) => {
      const own = comparison.chances(k);
      const shown = this.candidate(
        comparison.actions[k]!,
        own.chances[this.seat]!,
        own.errors[this.seat]!,
        comparison.count(k),
      );
      return { ...shown, ...comparison.loss(k) };
    });
    return { seat: this.seat, chances, errors, actions, rollouts: comparison.rollouts, isDone };
  }

  // --- deals that lie on the table --------------------------------------------------------------------------------------

  private openDeals(legal: readonly number[]): OpenDeal[] {
    return legal.flatMap((action) => {
      const partner = numberOf(action);
      if (kindOf(action) === CLOSE_DEAL)
        return [{ action, deal: { partner, given: this.state.row(OFFER, RESOURCES) } }];
      if (kindOf(action) !== TAKE_PROPOSAL) return [];
      const given = this.state.row(PROPOSAL + RESOURCES * partner, RESOURCES).map((count) => -count);
      return [{ action, deal: { partner, given } }];
    });
  }

  /** Rank deals among the other actions: by what they bring beyond the best that can be done without them. */
  private withDeals(found: Analysis, trades: readonly OpenDeal[], judged: Judged | null): Analysis {
    if (judged === null) return found;
    const gains = trades.map((_, k) =>
      judged.rows[k + 1]!.map((row, n) => row[this.seat]! - judged.rows[0]![n]![this.seat]!),
    );
    const [own, error] = [found.chances[this.seat]!, found.errors[this.seat]!];
    const deals = trades.map(({ action }, k) => ({
      ...this.candidate(action, own + mean(gains[k]!), Math.hypot(error, standardError(gains[k]!)), gains[k]!.length),
      loss: -mean(gains[k]!),
      lossError: standardError(gains[k]!),
    }));
    const better = Math.max(0, ...gains.map(mean));
    const best = gains.findIndex((gain) => mean(gain) === better && better > 0);
    const actions = [...deals, ...found.actions]
      .map((one) => ({ ...one, loss: one.loss + better }))
      .sort((one, other) => other.chance - one.chance);
    return { ...found, actions, ...(best < 0 ? {} : chancesWithErrors(judged.rows[best + 1]!)) };
  }

  // --- parts ------------------------------------------------------------------------------------------------------------

  private get isOpen(): boolean {
    return this.options.everything ?? false;
  }

  private get withoutOffers(): State {
    return withoutOffers(this.state);
  }

  private deal(): State {
    return this.isOpen || this.state.isOver ? this.withoutOffers : this.dealer.deal(this.random);
  }

  private get isFounding(): boolean {
    return [FOUND_SETTLEMENT, FOUND_ROAD].includes(this.state.phase);
  }

  private get slowness(): number {
    return (this.state.small[SPECIAL_BUILD] ? SLOW_SHARE : 1) * (this.isFounding ? SLOW_SHARE : 1);
  }

  /** How many turns a rollout lasts. */
  private get turns(): number {
    return this.isFounding ? 1 + FOUNDING_ROUNDS * this.state.players : this.rounds;
  }

  /** As many rounds as `USUAL_TURNS` are with four players. */
  private get rounds(): number {
    return 1 + Math.floor(((USUAL_TURNS - 1) * this.state.players) / USUAL_PLAYERS);
  }

  private candidate(action: number, chance: number, error: number, rollouts: number): Candidate {
    let described = this.described.get(action);
    if (described === undefined) {
      const line = rollouts > 0 ? this.line(action) : [];
      described = { line, reason: reasonFor(this.engine, this.state, this.seat, action) };
      this.described.set(action, described);
    }
    return { action: writeAction(action), chance, error, loss: 0, lossError: 0, rollouts, ...described };
  }

  /** How the seat's turn goes on after an action, by the search, until chance or somebody else acts. */
  private line(first: number): string[] {
    const line: string[] = [];
    let [state, action] = [this.isOpen ? this.withoutOffers : this.dealer.deal(new Random(0)), first];
    while (line.length < MOST_LINE) {
      if (this.engine.refusal(state, this.seat, action) !== 0) break; // a deal, whose offer has lapsed here
      state = this.engine.after(state, this.seat, action);
      if (state.isOver || state.isChance || this.engine.legal(state, this.seat).toAct !== 1 << this.seat) break;
      const { actions, worths } = this.engine.weigh([state], this.seat, LINE_NODES);
      const means = actions.map((_, k) => meanWorth(column(worths, k), this.isFounding));
      action = actions[means.indexOf(Math.max(...means))]!;
      line.push(writeAction(action));
    }
    return line;
  }
}

interface Judged {
  rows: number[][][]; // by deal and state: every seat's chances
  isDone: boolean;
}

interface OpenDeal {
  action: number;
  deal: Deal;
}

/** The mean value of an action over the states in which it was weighed; places always are. */
function meanWorth(worths: readonly number[], isFounding: boolean): number {
  const weighed = isFounding ? worths : worths.filter((worth) => worth !== UNKNOWN_WORTH);
  return weighed.length > 0 ? mean(weighed) : UNKNOWN_WORTH;
}
