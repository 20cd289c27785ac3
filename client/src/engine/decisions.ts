/**
 * Judges decisions of a game by what their seats could know: how much each lost against the best action.
 *
 * As src/longroad/analysis: the turn is searched in several states that fit what the seat knew, and the best actions
 * and the one that was taken are played out from the same states. Deals are compared with no deal in the same way.
 * Offers, proposals and counter-offers are not judged.
 */

import { kindOf } from './actions';
import { type Beliefs, beliefsOf, type Ply } from './beliefs';
import { Comparison, type Loss, mean, standardError } from './comparison';
import type { Engine, Legal, State } from './engine';
import {
  ACCEPT,
  CERTAIN,
  CHANCE,
  CLOSE_DEAL,
  COUNTER_OFFER,
  DISCARD,
  FOUND_ROAD,
  FOUND_SETTLEMENT,
  GIVE_CARDS,
  HAND,
  OFFER,
  OFFER_TRADE,
  PROPOSAL,
  PROPOSALS,
  PROPOSE_TRADE,
  REFUSE,
  RESOURCES,
  SEATS,
  SPECIAL_BUILD,
  TAKE_PROPOSAL,
  TURN,
  UNKNOWN_WORTH,
  WITHDRAW,
} from './layout';
import { Random } from './random';

/** What the judgement of a decision may use. */
export interface Budget {
  states: number; // samples of the hidden cards in which the turn is searched
  nodes: number; // positions after which each of these searches stops
  candidates: number; // actions that are compared by rollouts
  rollouts: number; // in all; longer ones are fewer
  rolloutNodes: number; // positions after which each search in a rollout stops
  tradeStates: number; // samples in which a deal is judged
}

/** The same numbers as in src/longroad/analysis/games.py, and one for the costliest decisions. */
export const BUDGETS = {
  quick: { states: 2, nodes: 32, candidates: 2, rollouts: 8, rolloutNodes: 16, tradeStates: 4 },
  normal: { states: 4, nodes: 64, candidates: 3, rollouts: 48, rolloutNodes: 24, tradeStates: 8 },
  deep: { states: 8, nodes: 128, candidates: 6, rollouts: 600, rolloutNodes: 24, tradeStates: 60 },
} as const satisfies Record<string, Budget>;

/** A decision with a real choice: the ply with this number, and the action that was taken. */
export interface Decision {
  ply: number;
  seat: number;
  action: number;
}

/** A decision with the best action, and the loss against it in shares of a victory. */
export interface Judged extends Decision, Loss {
  best: number;
}

const TURNS = 4; // that a rollout lasts with four players; else as many rounds
const FOUNDING_ROUNDS = 4; // that a rollout of a founding lasts
const FOUNDING_SHARE = 4; // what takes so many times longer is done so many times less often
const SPECIAL_SHARE = 4;
const LEAST_TRADE_STATES = 2;
const TRADE_NODES = 32;
const MOST_SEED = 2 ** 31;
const TALK: ReadonlySet<number> = new Set([OFFER_TRADE, PROPOSE_TRADE, COUNTER_OFFER, WITHDRAW]);
const CARDS_DUE: ReadonlySet<number> = new Set([DISCARD, GIVE_CARDS]);
const OPEN_DEALS: ReadonlySet<number> = new Set([CLOSE_DEAL, TAKE_PROPOSAL]);
const NO_DEAL = [-1, 0, 0, 0, 0, 0];

/** A deal that could be made, and what it brings the seat in each state in which it is possible. */
interface Deal {
  action: number;
  gains: number[];
}

/** The decisions of a game, each judged as often and as carefully as one likes. */
export class Judge {
  readonly decisions: readonly Decision[];
  private readonly engine: Engine;
  private readonly states: readonly State[];
  private readonly plies: readonly Ply[];
  private readonly beliefs = new Map<number, readonly Beliefs[]>(); // by seat: at every step

  constructor(engine: Engine, states: readonly State[], plies: readonly Ply[]) {
    this.engine = engine;
    this.states = states;
    this.plies = plies;
    this.decisions = plies.flatMap(({ seat, action }, ply) =>
      seat !== CHANCE && isChoice(engine, states[ply]!, seat, action) ? [{ ply, seat, action }] : [],
    );
  }

  /** Judge a decision; the same budget and seed give the same result. */
  judge(decision: Decision, budget: Budget, seed: number): Judged {
    const state = this.states[decision.ply]!;
    const legal = this.engine.legal(state, decision.seat);
    return new Task(this.engine, decision, state, this.believed(decision), budget, seed).judge(legal);
  }

  private believed({ seat, ply }: Decision): Beliefs {
    const known = this.beliefs.get(seat) ?? beliefsOf(seat, this.states, this.plies);
    this.beliefs.set(seat, known);
    return known[ply]!;
  }
}

/** Whether an action was taken where the seat had a real choice. */
export function isChoice(engine: Engine, state: State, seat: number, action: number): boolean {
  const kind = kindOf(action);
  if (TALK.has(kind)) return false;
  const { actions, total } = engine.legal(state, seat);
  if (CARDS_DUE.has(kind)) {
    const hand = handOf(state, seat);
    return hand.filter((count) => count > 0).length > 1 && hand.reduce((sum, count) => sum + count, 0) > total;
  }
  return actions.filter((other) => !TALK.has(kindOf(other))).length > 1;
}

function handOf({ small }: State, seat: number): number[] {
  return Array.from(small.subarray(HAND + RESOURCES * seat, HAND + RESOURCES * (seat + 1)));
}

/** Scale turns for four players to another number: the first stays, and the rest makes as many rounds. */
function asManyRounds(turns: number, players: number): number {
  return 1 + Math.floor(((turns - 1) * players) / 4);
}

/** A copy of a state in which open offers have lapsed. */
function withoutOffers(state: State): State {
  const closed = state.copy();
  closed.small.fill(0, OFFER, PROPOSALS);
  closed.small.fill(0, PROPOSAL, PROPOSAL + SEATS * RESOURCES);
  return closed;
}

/** The judgement of one decision. */
class Task {
  private readonly engine: Engine;
  private readonly decision: Decision;
  private readonly state: State;
  private readonly beliefs: Beliefs;
  private readonly budget: Budget;
  private readonly chance: Random;

  constructor(engine: Engine, decision: Decision, state: State, beliefs: Beliefs, budget: Budget, seed: number) {
    this.engine = engine;
    this.decision = decision;
    this.state = state;
    this.beliefs = beliefs;
    this.budget = budget;
    this.chance = new Random(seed, decision.seat, decision.ply);
  }

  judge(legal: Legal): Judged {
    return legal.actions.includes(REFUSE) ? this.answered(legal) : this.compared(legal);
  }

  // --- deals ---

  /** Judge the answer to an offer. */
  private answered(legal: Legal): Judged {
    const offer = Array.from(this.state.small.subarray(OFFER, OFFER + RESOURCES));
    const maker = this.state.small[TURN]!;
    const deals = legal.actions.includes(ACCEPT)
      ? this.gains(maker, [{ action: ACCEPT, deal: [this.decision.seat, ...offer] }])
      : [];
    const accepted = deals.find(({ action }) => action === this.decision.action);
    const best = deals.find(({ gains }) => mean(gains) > 0)?.action ?? REFUSE;
    const error = Math.max(0, ...deals.map(({ gains }) => standardError(gains)));
    const loss = bestGain(deals) - (accepted ? mean(accepted.gains) : 0);
    return { ...this.decision, best, loss, error };
  }

  /** The deals that the player on turn can close now. */
  private openDeals({ actions }: Legal): Deal[] {
    const { seat } = this.decision;
    const open = actions.filter((action) => OPEN_DEALS.has(kindOf(action)));
    return this.gains(
      seat,
      open.map((action) => ({ action, deal: this.dealOf(seat, action) })),
    );
  }

  /** The partner of a deal, and what the seat gives: what changes hands. */
  private dealOf(seat: number, action: number): number[] {
    const after = this.engine.after(this.state, seat, action);
    const own = handOf(this.state, seat);
    const given = handOf(after, seat).map((count, resource) => own[resource]! - count);
    const seats = Array.from({ length: this.state.players }, (_, other) => other);
    const partner = seats.find(
      (other) => other !== seat && handOf(after, other).join() !== handOf(this.state, other).join(),
    );
    return [partner ?? -1, ...given];
  }

  /** Compare deals with no deal. */
  private gains(maker: number, asked: readonly { action: number; deal: readonly number[] }[]): Deal[] {
    if (asked.length === 0) return [];
    const { tradeStates } = this.budget;
    const count = Math.min(tradeStates, Math.max(Math.floor(tradeStates / this.slowness), LEAST_TRADE_STATES));
    const turns = asManyRounds(TURNS, this.state.players);
    const rows = [NO_DEAL, ...asked.map(({ deal }) => deal)];
    const seed = this.chance.below(MOST_SEED);
    const chances = this.engine.deals(this.sample(count), maker, rows, turns, TRADE_NODES, seed);
    const { seat } = this.decision;
    return asked.flatMap(({ action }, number) => {
      const possible = chances.filter((row) => row[number + 1]![seat]! >= 0);
      const gains = possible.map((row) => (row[number + 1]![seat]! - row[0]![seat]!) / CERTAIN);
      return gains.length > 1 ? [{ action, gains }] : [];
    });
  }

  // --- other actions ---

  private compared(legal: Legal): Judged {
    const { action } = this.decision;
    const deals = this.openDeals(legal);
    const deal = deals.find((one) => one.action === action);
    const comparison = new Comparison(this.candidates(deal === undefined ? [action] : []));
    const share = this.slowness * (this.isFounding ? FOUNDING_SHARE : 1);
    // One half names the best, the other half judges it.
    const total = Math.max(Math.floor(this.budget.rollouts / share), 2 * comparison.actions.length);
    for (let states = comparison.nextStates(total); states > 0; states = comparison.nextStates(total)) {
      comparison.add(this.roll(comparison.openActions, states));
    }
    const better = bestGain(deals);
    const bestDeal = deals.reduce<Deal | null>(
      (best, one) => (mean(one.gains) > (best ? mean(best.gains) : 0) ? one : best),
      null,
    );
    const best = bestDeal?.action ?? comparison.actions[comparison.best]!;
    if (deal) return { ...this.decision, best, loss: better - mean(deal.gains), error: standardError(deal.gains) };
    const { loss, error } = comparison.loss(comparison.actions.indexOf(action));
    return { ...this.decision, best, loss: loss + better, error };
  }

  /** The actions that the search finds best, and those that are included in any case. */
  private candidates(include: readonly number[]): number[] {
    const { states, nodes, candidates } = this.budget;
    const { actions, worths } = this.engine.weigh(this.sample(states), this.decision.seat, nodes);
    const means = actions.map((_, number) => {
      const known = worths.map((row) => row[number]!).filter((worth) => this.isFounding || worth !== UNKNOWN_WORTH);
      return known.length > 0 ? mean(known) : UNKNOWN_WORTH;
    });
    const order = actions.map((_, number) => number).sort((one, other) => means[other]! - means[one]!);
    return [...new Set([...order.slice(0, candidates).map((number) => actions[number]!), ...include])];
  }

  /** The seat's chances after actions in some states: by state and action. */
  private roll(actions: readonly number[], states: number): number[][] {
    const { players } = this.state;
    const turns = this.isFounding ? 1 + FOUNDING_ROUNDS * players : asManyRounds(TURNS, players);
    const { seat } = this.decision;
    const seed = this.chance.below(MOST_SEED);
    const rolled = this.engine.roll(this.sample(states), seat, actions, turns, this.budget.rolloutNodes, seed);
    return rolled.map((row) => row.map((shares) => shares[seat]! / CERTAIN));
  }

  private sample(count: number): State[] {
    return this.beliefs.sample(withoutOffers(this.state), this.chance, count);
  }

  private get isFounding(): boolean {
    return this.state.phase === FOUND_SETTLEMENT || this.state.phase === FOUND_ROAD;
  }

  /** How many times longer a turn takes than usually. */
  private get slowness(): number {
    return this.state.small[SPECIAL_BUILD] ? SPECIAL_SHARE : 1;
  }
}

/** What the best deal brings, 0 without one; one half of the states names it, the other half says how much it brings. */
function bestGain(deals: readonly Deal[]): number {
  const halves = deals.map(({ gains }) =>
    [0, 1].map((which) => mean(gains.filter((_, number) => number % 2 === which))),
  );
  const ofHalf = (which: number) => {
    const best = halves.reduce<number[]>((one, other) => (other[which]! > one[which]! ? other : one), [0, 0]);
    return best[1 - which]!;
  };
  return (ofHalf(0) + ofHalf(1)) / 2;
}
