/**
 * What deals bring, as the library judges them (src/longroad/bots/trading/bargaining.py): each is made in the same states
 * with the same chance as none at all. A partner is expected to judge by the end of the turn.
 */

import { chancesWithErrors, column, mean, standardError } from './comparison';
import type { Deal, Engine, State } from '../engine';
import { CERTAIN, NOBODY, RESOURCES } from '../layout';
import { BARGAINING } from '../tables';

const AT_ONCE = 24; // deals that are weighed in one call
const MOST_LOGIT = 30;

const NO_DEAL: Deal = { partner: NOBODY, given: Array<number>(RESOURCES).fill(0) };

/** What a deal brings a seat and its partner, in shares of a victory. */
export interface Gain {
  mine: number;
  theirs: number;
  possible: number; // probability that the partner holds the cards
  consent: number; // probability that it holds them and agrees
  error: number; // the standard error of `mine`
  halves: readonly [number, number]; // `mine` in each half of the states
}

const IMPOSSIBLE: Gain = { mine: -1, theirs: -1, possible: 0, consent: 0, error: 0, halves: [0, 0] };

/** How a deal changes every seat's chances in the states in which it is possible. */
interface Changes {
  near: number[][]; // at the end of the turn
  far: number[][]; // some turns later
}

/** Deals of a maker, weighed in more and more states. */
export class Weighing {
  readonly deals: readonly Deal[];
  readonly without: number[][] = []; // by state: every seat's chances with no deal
  private readonly engine: Engine;
  private readonly maker: number;
  private readonly turns: number; // that are played on, the present one included
  private readonly changes: Changes[];

  constructor(engine: Engine, maker: number, deals: readonly Deal[], turns: number) {
    this.engine = engine;
    this.maker = maker;
    this.deals = deals;
    this.turns = turns;
    this.changes = deals.map(() => ({ near: [], far: [] }));
  }

  /** Weigh the deals in more states, the first with this seed, the next with the next; yields null between parts. */
  *add(states: readonly State[], seed: number): Generator<null> {
    for (const [n, state] of states.entries()) {
      for (let first = 0; first === 0 || first < this.deals.length; first += AT_ONCE) {
        this.addPart(state, seed + n, first);
        yield null;
      }
    }
  }

  /** Weigh the deals at once. */
  addAll(states: readonly State[], seed: number): this {
    for (const part of this.add(states, seed)) void part;
    return this;
  }

  private addPart(state: State, seed: number, first: number): void {
    const asked = [NO_DEAL, ...this.deals.slice(first, first + AT_ONCE)];
    const found = this.engine.weighDeals([state], this.maker, asked, this.turns, BARGAINING.nodes, seed);
    const [near, far] = [found.near[0]!, found.far[0]!];
    if (first === 0) this.without.push(far[0]!.map((share) => share / CERTAIN));
    const change = (rows: readonly (readonly number[])[], k: number) =>
      rows[k]!.map((share, seat) => (share - rows[0]![seat]!) / CERTAIN);
    for (let k = 1; k < asked.length; k++) {
      if (far[k]![0]! < 0) continue; // somebody does not hold the cards
      this.changes[first + k - 1]!.near.push(change(near, k));
      this.changes[first + k - 1]!.far.push(change(far, k));
    }
  }

  /** What a deal brings a seat, which is one of the two. */
  gain(k: number, seat: number): Gain {
    const { near, far } = this.changes[k]!;
    if (far.length === 0) return IMPOSSIBLE;
    const own = column(far, seat);
    const other = seat === this.maker ? this.deals[k]!.partner : this.maker;
    const [mine, theirs, possible] = [mean(own), mean(column(near, other)), far.length / this.without.length];
    return {
      mine,
      theirs,
      possible,
      consent: possible * willingness(theirs),
      error: standardError(own),
      halves: own.length > 1 ? [half(own, 0), half(own, 1)] : [mine, mine],
    };
  }

  /** How a deal changes every seat's chances where it is possible, and the standard errors. */
  changed(k: number): { changes: number[]; errors: number[] } {
    const { far } = this.changes[k]!;
    if (far.length === 0) return { changes: this.without[0]!.map(() => 0), errors: this.without[0]!.map(() => 0) };
    const { chances, errors } = chancesWithErrors(far);
    return { changes: chances, errors };
  }
}

/** How likely a partner agrees to what a deal brings it. */
function willingness(theirs: number): number {
  const logit = Math.min(Math.max(theirs / BARGAINING.temperature, -MOST_LOGIT), MOST_LOGIT);
  return 1 / (1 + Math.exp(-logit));
}

function half(numbers: readonly number[], which: number): number {
  return mean(numbers.filter((_, n) => n % 2 === which));
}

/** What an offer to several seats promises: the best gain, and the chance that somebody agrees. */
export function promiseOf(gains: readonly Gain[]): number {
  return inOrder(gains).reduce((sum, { gain, share }) => sum + share * gain.mine, 0);
}

/** Gains, best first, each with the probability that this partner is the one who agrees. */
export function inOrder(gains: readonly Gain[]): { gain: Gain; share: number; number: number }[] {
  let nobody = 1;
  return gains
    .map((gain, number) => ({ gain, number }))
    .sort((one, other) => other.gain.mine - one.gain.mine)
    .map(({ gain, number }) => {
      const share = nobody * gain.consent;
      nobody *= 1 - gain.consent;
      return { gain, share, number };
    });
}

/** What the best of some deals brings, 0 without one; one half names it, the other half says how much it brings. */
export function bestGain(halves: readonly (readonly [number, number])[]): number {
  const ofHalf = (which: 0 | 1) => {
    const best = halves.reduce((one, other) => (other[which] > one[which] ? other : one), [0, 0] as const);
    return best[which === 0 ? 1 : 0];
  };
  return (ofHalf(0) + ofHalf(1)) / 2;
}
