/**
 * Looks for trades, as the library does (src/longroad/bots/trading/bargaining.py): one card for one, two for one, or one for two.
 *
 * First all such deals with all partners are weighed by the turn alone, then a shortlist more carefully. An offer goes to
 * every partner whose deal helps the seat, and is worth what it brings, as likely as somebody agrees.
 */

import type { State, Engine, Deal } from '../engine';
import { type Gain, Weighing, inOrder, promiseOf } from './gains';
import {
  ACCEPT,
  CLOSE_DEAL,
  COUNTER_OFFER,
  HAND,
  HAND_SIZE,
  OFFER,
  OFFERS,
  OFFER_TRADE,
  PROPOSAL,
  RESOURCES,
  TAKE_PROPOSAL,
  TURN,
} from '../layout';
import type { TradeLog } from '../knowledge/tradeLog';
import { othersOf } from '../position/choices';
import { bundleOf, countsOf, kindOf, numberOf } from '../position/notation';
import { BARGAINING } from '../tables';

/** A trade, and what it brings beyond the best that can be done without it; of an offer, what it promises. */
export interface Traded {
  action: number;
  changes: readonly number[]; // of every seat's chances
  errors: readonly number[];
  states: number; // in which it was judged
  gain: Gain; // with the likeliest partner
  halves: readonly [number, number]; // what it brings the seat, in each half of the states
}

/** States that fit what a seat knows, without open offers; the first is played on with the seed, the next with the next. */
export interface Sampled {
  states: readonly State[];
  seed: number;
}

/** An action that makes a deal. */
export interface OpenDeal {
  action: number;
  deal: Deal;
}

/** A deal of the shortlist: its number in the weighing, and what it brings. */
interface Liked {
  k: number;
  deal: Deal;
  gain: Gain;
}

const KINDS = Array.from({ length: RESOURCES }, (_, resource) => resource);
const SIDES = [
  ...KINDS.map((kind) => [kind]),
  ...KINDS.flatMap((one) => KINDS.slice(one).map((other) => [one, other])),
];

/** All exchanges of so few cards that they are looked at: what is given, negative what is taken. */
export const BUNDLES: readonly (readonly number[])[] = SIDES.flatMap((given) =>
  SIDES.filter(
    (taken) => given.length + taken.length <= BARGAINING.mostCards && !given.some((kind) => taken.includes(kind)),
  ).map((taken) => KINDS.map((kind) => count(given, kind) - count(taken, kind))),
);

function count(cards: readonly number[], kind: number): number {
  return cards.filter((card) => card === kind).length;
}

/** The deals that the player on turn can make now: with those who have accepted an offer, or made one. */
export function openDeals(state: State, legal: readonly number[]): OpenDeal[] {
  return legal.flatMap((action) => {
    const [kind, partner] = [kindOf(action), numberOf(action)];
    const proposal = state.row(PROPOSAL + RESOURCES * partner, RESOURCES);
    if (kind === CLOSE_DEAL) return [{ action, deal: { partner, given: state.row(OFFER, RESOURCES) } }];
    return kind === TAKE_PROPOSAL ? [{ action, deal: { partner, given: proposal.map((count) => -count) } }] : [];
  });
}

/** The answers of a seat that make a deal, or may: each with its maker. */
export function answersOf(
  state: State,
  seat: number,
  answers: readonly number[],
): { maker: number; deals: OpenDeal[] }[] {
  const turn = state.small[TURN]!;
  const accept = { action: ACCEPT, deal: { partner: seat, given: state.row(OFFER, RESOURCES) } };
  const counters = answers.filter((action) => kindOf(action) === COUNTER_OFFER);
  return [
    { maker: turn, deals: answers.includes(ACCEPT) ? [accept] : [] },
    { maker: seat, deals: counters.map((action) => ({ action, deal: { partner: turn, given: countsOf(action) } })) },
  ];
}

/** A deal that was weighed, as it is ranked: a counter-offer is worth what it brings, as likely as it is taken. */
export function tradedDeal(weighing: Weighing, k: number, action: number, seat: number): Traded {
  const gain = weighing.gain(k, seat);
  const share = kindOf(action) === COUNTER_OFFER ? gain.consent : 1;
  const { changes, errors } = weighing.changed(k);
  return {
    action,
    changes: changes.map((change) => share * change),
    errors: errors.map((error) => share * error),
    states: weighing.without.length,
    gain,
    halves: [share * gain.halves[0], share * gain.halves[1]],
  };
}

/** Finds offers and counter-offers of a seat. */
export class Bargainer {
  private readonly engine: Engine;
  private readonly state: State;
  private readonly seat: number;
  private readonly log: TradeLog | null;
  private readonly sampled: Sampled;
  private readonly turns: number;

  /** Look in a state, with its open offers, for trades that help a seat, played on for some turns in sampled states. */
  constructor(engine: Engine, state: State, seat: number, log: TradeLog | null, sampled: Sampled, turns: number) {
    this.engine = engine;
    this.state = state;
    this.seat = seat;
    this.log = log;
    this.sampled = sampled;
    this.turns = turns;
  }

  /** The offers that may help the player on turn, the most promising first; yields null between parts. */
  *offers(): Generator<null, Traded[]> {
    if (this.state.small[OFFERS]! >= BARGAINING.offersATurn || !this.mayMake(OFFER_TRADE)) return [];
    const others = othersOf(this.state, this.seat).filter(
      (who) => this.state.small[HAND_SIZE + who]! > 0 && !this.log?.isLeftAlone(who),
    );
    const { weighing, liked } = yield* this.found(others);
    const offers = byBundle(liked).map((same) => this.offered(weighing, same));
    return offers.sort((one, other) => other.changes[this.seat]! - one.changes[this.seat]!);
  }

  /** The most promising counter-offer other than the offer itself; null if none is worth it. */
  *counter(): Generator<null, Traded | null> {
    const maker = this.state.small[TURN]!;
    if (this.state.small[HAND_SIZE + maker] === 0 || !this.mayMake(COUNTER_OFFER)) return null;
    const same = this.state.row(OFFER, RESOURCES).map((number) => -number);
    const { weighing, liked } = yield* this.found([maker]);
    const made = liked
      .filter(({ deal }) => deal.given.join() !== same.join())
      .map(({ k, deal }) => tradedDeal(weighing, k, bundleOf(COUNTER_OFFER, deal.given), this.seat))
      .sort((one, other) => other.changes[this.seat]! - one.changes[this.seat]!);
    const [best] = made;
    return best && best.changes[this.seat]! >= BARGAINING.offering ? best : null;
  }

  private mayMake(kind: number): boolean {
    return ((this.engine.legal(this.state, this.seat).forms >> kind) & 1) === 1;
  }

  /** Weigh all deals with some others, then the best ones more carefully; those that help the seat. */
  private *found(others: readonly number[]): Generator<null, { weighing: Weighing; liked: Liked[] }> {
    const { states, seed } = this.sampled;
    const glance = new Weighing(this.engine, this.seat, this.deals(others), 1);
    yield* glance.add(states.slice(0, BARGAINING.glanceStates), seed);
    const weighing = new Weighing(this.engine, this.seat, this.shortlist(glance), this.turns);
    if (weighing.deals.length > 0) yield* weighing.add(states, seed);
    return { weighing, liked: this.liked(weighing) };
  }

  /** The deals that the seat can pay, has not offered and that nobody has refused; none in a game of two. */
  private deals(others: readonly number[]): Deal[] {
    if (this.state.players === 2) return []; // what one gains the other loses
    const hand = this.state.row(HAND + RESOURCES * this.seat, RESOURCES);
    const canPay = (given: readonly number[]) => given.every((number, resource) => number <= hand[resource]!);
    return BUNDLES.filter((given) => canPay(given) && !this.log?.hasOffered(given)).flatMap((given) =>
      others.filter((partner) => !this.log?.hasRefused(partner, given)).map((partner) => ({ partner, given })),
    );
  }

  private liked(weighing: Weighing): Liked[] {
    const all = weighing.deals.map((deal, k) => ({ k, deal, gain: weighing.gain(k, this.seat) }));
    return all.filter(({ gain }) => gain.mine > BARGAINING.accepting);
  }

  /** The deals that look best, with all partners of a bundle, since an offer goes to all of them. */
  private shortlist(glance: Weighing): Deal[] {
    const promise = (same: readonly Liked[]) => promiseOf(same.map(({ gain }) => gain));
    const ranked = byBundle(this.liked(glance)).map((same) => ({ same, promise: promise(same) }));
    const found: Deal[] = [];
    for (const { same } of ranked.sort((one, other) => other.promise - one.promise)) {
      if (found.length < BARGAINING.shortlist) found.push(...same.map(({ deal }) => deal));
    }
    return found;
  }

  /** The offer of a bundle to those who may hold its cards. */
  private offered(weighing: Weighing, same: readonly Liked[]): Traded {
    const gains = same.map(({ gain }) => gain);
    const [changes, errors] = [1, 2].map(() => Array<number>(this.state.players).fill(0)) as [number[], number[]];
    for (const { share, number } of inOrder(gains)) {
      const own = weighing.changed(same[number]!.k);
      own.changes.forEach((change, seat) => (changes[seat]! += share * change));
      own.errors.forEach((error, seat) => (errors[seat] = Math.hypot(errors[seat]!, share * error)));
    }
    const to = same.reduce((set, { deal }) => set | (1 << deal.partner), 0);
    const promise = promiseOf(gains);
    return {
      action: bundleOf(OFFER_TRADE, same[0]!.deal.given, to),
      changes,
      errors,
      states: weighing.without.length,
      gain: gains.reduce((one, other) => (other.consent > one.consent ? other : one)),
      halves: [promise, promise],
    };
  }
}

/** Deals that differ in the partner only, together. */
function byBundle(deals: readonly Liked[]): Liked[][] {
  const found = new Map<string, Liked[]>();
  for (const one of deals) found.set(one.deal.given.join(), [...(found.get(one.deal.given.join()) ?? []), one]);
  return [...found.values()];
}
