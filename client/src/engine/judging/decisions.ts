/**
 * Judges decisions of a game by what their seats could know: how much each lost against the best action.
 *
 * As src/longroad/analysis: the turn is searched in several states that fit what the seat knew, and the best actions
 * and the one that was taken are played out from the same states. Deals and counter-offers are compared with no deal in
 * the same way. Offers and proposals are not judged.
 */

import { type Beliefs, beliefsOf, type Ply } from '../knowledge/beliefs';
import { Comparison } from './comparison';
import { Dealer, withoutOffers } from '../knowledge/dealing';
import { type OpenDeal, type Sampled, type Traded, answersOf, openDeals, tradedDeal } from './bargaining';
import { Weighing, bestGain } from './gains';
import type { Engine, Legal, State } from '../engine';
import {
  ACCEPT,
  CHANCE,
  COUNTER_OFFER,
  DISCARD,
  GIVE_CARDS,
  HAND,
  OFFER_TRADE,
  PROPOSE_TRADE,
  REFUSE,
  RESOURCES,
  WITHDRAW,
} from '../layout';
import { kindOf } from '../position/notation';
import { Random } from '../random';
import { rolledOut, rolloutSlowness, roundsOf, searched, seedFrom, tradeStates } from './rollouts';
import { isBeginning } from '../knowledge/samples';

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
export interface Judged extends Decision {
  best: number;
  loss: number;
  error: number; // the standard error of the loss
}

const LEAST = 32; // rollouts of each action that are not done in two rounds
const MOST_STATES = 64; // of a round
const MOST_PLIES = 2 ** 16; // so that decisions have different seeds
const TALK: ReadonlySet<number> = new Set([OFFER_TRADE, PROPOSE_TRADE, WITHDRAW]);
const CARDS_DUE: ReadonlySet<number> = new Set([DISCARD, GIVE_CARDS]);

/** Deals states that fit what a seat could know. */
type Dealing = (chance: Random, count: number) => State[];

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
    return new Task(this.engine, decision, state, this.dealing(decision), budget, seed).judge(legal);
  }

  /** How the cards that the seat could not see are dealt: at random in a game that began from a position. */
  private dealing(decision: Decision): Dealing {
    const state = this.states[decision.ply]!;
    if (isBeginning(this.states[0]!)) {
      const [beliefs, closed] = [this.believed(decision), withoutOffers(state)];
      return (chance, count) => beliefs.sample(closed, chance, count);
    }
    const dealer = new Dealer(state, decision.seat);
    return (chance, count) => Array.from({ length: count }, () => dealer.deal(chance));
  }

  private believed({ seat, ply }: Decision): Beliefs {
    const known = this.beliefs.get(seat) ?? beliefsOf(seat, this.states, this.plies);
    this.beliefs.set(seat, known);
    return known[ply]!;
  }
}

/** Whether an action was taken where the seat had a real choice; a counter-offer answers an offer, as accepting does. */
export function isChoice(engine: Engine, state: State, seat: number, action: number): boolean {
  const kind = kindOf(action);
  if (kind === COUNTER_OFFER) return true;
  if (TALK.has(kind)) return false;
  const { actions, total } = engine.legal(state, seat);
  if (CARDS_DUE.has(kind)) {
    const hand = handOf(state, seat);
    return hand.filter((count) => count > 0).length > 1 && hand.reduce((sum, count) => sum + count, 0) > total;
  }
  return actions.filter((other) => !TALK.has(kindOf(other))).length > 1;
}

function handOf(state: State, seat: number): number[] {
  return state.row(HAND + RESOURCES * seat, RESOURCES);
}

/**
 * In how many states the open actions are rolled out next, so that no more than `total` rollouts are used.
 *
 * At first half of what is left is used, so that the rest goes to those that are still open then; 0 at the end.
 */
function nextStates({ rollouts, openActions }: Comparison, total: number): number {
  const each = Math.floor((total - rollouts) / openActions.length);
  if (rollouts > 0 && openActions.length === 1) return 0;
  return Math.max(0, Math.min(MOST_STATES, each < LEAST ? each : Math.floor(each / 2)));
}

/** The judgement of one decision. */
class Task {
  private readonly engine: Engine;
  private readonly decision: Decision;
  private readonly state: State;
  private readonly deal: Dealing;
  private readonly budget: Budget;
  private readonly chance: Random;
  private tradeSample: Sampled | null = null; // in which all trades are judged

  constructor(engine: Engine, decision: Decision, state: State, deal: Dealing, budget: Budget, seed: number) {
    this.engine = engine;
    this.decision = decision;
    this.state = state;
    this.deal = deal;
    this.budget = budget;
    this.chance = new Random((seed * CHANCE + decision.seat) * MOST_PLIES + decision.ply);
  }

  judge(legal: Legal): Judged {
    return legal.actions.includes(REFUSE) ? this.answered(legal) : this.compared(legal);
  }

  // --- deals ---

  /** Judge the answer to an offer. */
  private answered(legal: Legal): Judged {
    const { seat, action } = this.decision;
    const answers = legal.actions.includes(ACCEPT) ? [ACCEPT, action] : [action];
    const found = answersOf(this.state, seat, answers).flatMap(({ maker, deals }) => this.traded(maker, deals));
    const best = bestOf(found, seat)?.action ?? REFUSE;
    const taken = found.find((one) => one.action === action);
    const error = taken?.errors[seat] ?? Math.max(0, ...found.map(({ errors }) => errors[seat]!));
    const loss = bestGain(found.map(({ halves }) => halves)) - (taken?.changes[seat] ?? 0);
    return { ...this.decision, best, loss, error };
  }

  /** Compare deals of a maker with no deal, in states that are the same for all. */
  private traded(maker: number, asked: readonly OpenDeal[]): Traded[] {
    if (asked.length === 0) return [];
    this.tradeSample ??= {
      seed: seedFrom(this.chance),
      states: this.sample(tradeStates(this.state, this.budget.tradeStates)),
    };
    const { states, seed } = this.tradeSample;
    const deals = asked.map(({ deal }) => deal);
    const weighing = new Weighing(this.engine, maker, deals, roundsOf(this.state)).addAll(states, seed);
    return asked.map(({ action }, k) => tradedDeal(weighing, k, action, this.decision.seat));
  }

  // --- other actions ---

  private compared(legal: Legal): Judged {
    const { action } = this.decision;
    const deals = this.traded(this.decision.seat, openDeals(this.state, legal.actions));
    const deal = deals.find((one) => one.action === action);
    const comparison = new Comparison(this.candidates(deal === undefined ? [action] : []), this.decision.seat);
    // One half names the best, the other half judges it.
    const total = Math.max(
      Math.floor(this.budget.rollouts / rolloutSlowness(this.state)),
      2 * comparison.actions.length,
    );
    for (let states = nextStates(comparison, total); states > 0; states = nextStates(comparison, total)) {
      comparison.add(this.roll(comparison.openActions, states));
      comparison.drop();
    }
    const { seat } = this.decision;
    const better = bestGain(deals.map(({ halves }) => halves));
    const best = bestOf(deals, seat)?.action ?? comparison.actions[comparison.best]!;
    if (deal) return { ...this.decision, best, loss: better - deal.changes[seat]!, error: deal.errors[seat]! };
    const { loss, lossError } = comparison.loss(comparison.actions.indexOf(action));
    return { ...this.decision, best, loss: loss + better, error: lossError };
  }

  /** The actions that the search finds best, and those that are included in any case. */
  private candidates(include: readonly number[]): number[] {
    const { states, nodes, candidates } = this.budget;
    const found = searched(this.engine, this.sample(states), this.decision.seat, nodes);
    return [...new Set([...found.slice(0, candidates), ...include])];
  }

  /** Everybody's chances after actions in some states: by state and action. */
  private roll(actions: readonly number[], states: number): number[][][] {
    const seed = seedFrom(this.chance); // before the states are sampled
    return rolledOut(this.engine, this.sample(states), this.decision.seat, actions, this.budget.rolloutNodes, seed);
  }

  private sample(count: number): State[] {
    return this.deal(this.chance, count);
  }
}

/** The trade that brings a seat most; null if none helps. */
function bestOf(found: readonly Traded[], seat: number): Traded | null {
  return found.reduce<Traded | null>(
    (best, one) => (one.changes[seat]! > (best?.changes[seat] ?? 0) ? one : best),
    null,
  );
}
