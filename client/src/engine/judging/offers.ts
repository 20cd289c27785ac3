/**
 * Looks for offers of the player on turn that somebody should accept.
 *
 * One or two cards of a resource are offered for one of another. First all such deals with all others are judged by the
 * turn alone, then the most promising ones more carefully. Whoever holds the card and gains is expected to accept; the
 * offer is worth what the best of those brings, as likely as they hold it.
 */

import { chancesWithErrors } from './comparison';
import { othersOf } from '../position/choices';
import { NO_DEAL, type Traded, gainOf } from './deals';
import type { Describer } from './describe';
import type { Deal, Engine, State } from '../engine';
import { CERTAIN, HAND, OFFER_TRADE, RESOURCES } from '../layout';
import { bundleOf, countsOf } from '../position/notation';

const GLANCES = 6; // states in which all deals are judged
const STATES = 40; // in which the best ones are
const MOST_OFFERS = 4; // that are judged more carefully
const MOST_GIVEN = 2; // cards for one
const AT_ONCE = 24; // deals that are judged in one call
const NODES = 24;

/** A state that fits what the seat knows, and a seed. */
export type Sample = () => { state: State; seed: number };

/** A deal in the states in which the partner can pay: how every seat's chances change. */
interface Weighed {
  deal: Deal;
  changes: number[][];
  holds: number; // the part of the states in which the partner can pay
}

/** All exchanges of a few cards that a seat can pay. */
function exchanges(state: State, seat: number): number[][] {
  const hand = state.row(HAND + RESOURCES * seat, RESOURCES);
  const kinds = hand.map((_, resource) => resource);
  return kinds.flatMap((give) =>
    Array.from({ length: Math.min(hand[give]!, MOST_GIVEN) }, (_, more) => more + 1).flatMap((count) =>
      kinds
        .filter((take) => take !== give)
        .map((take) => kinds.map((kind) => (kind === give ? count : kind === take ? -1 : 0))),
    ),
  );
}

/** Judge deals in some states, each beside no deal. */
function* weighed(
  engine: Engine,
  maker: number,
  deals: readonly Deal[],
  turns: number,
  samples: readonly ReturnType<Sample>[],
): Generator<null, Weighed[]> {
  const changes = deals.map((): number[][] => []);
  for (const { state, seed } of samples) {
    for (let first = 0; first < deals.length; first += AT_ONCE) {
      const asked = [NO_DEAL, ...deals.slice(first, first + AT_ONCE)];
      const [[without, ...found]] = engine.weighDeals([state], maker, asked, turns, NODES, seed) as [number[][]];
      found.forEach((row, k) => {
        if (row[0]! >= 0) changes[first + k]!.push(row.map((share, seat) => (share - without![seat]!) / CERTAIN));
      });
      yield null;
    }
  }
  return deals.map((deal, k) => ({ deal, changes: changes[k]!, holds: changes[k]!.length / samples.length }));
}

/** An offer of some deals that differ in the partner only, with what it promises; null if nobody should accept it. */
function offered(describer: Describer, same: readonly Weighed[], states: number): Traded | null {
  const { seat, state } = describer;
  const agreed = same
    .filter(({ changes }) => changes.length > 1)
    .map(({ deal, holds, changes }) => ({ deal, holds, ...chancesWithErrors(changes) }))
    .filter(({ deal, chances }) => chances[seat]! > 0 && chances[deal.partner]! > 0)
    .sort((one, other) => other.chances[seat]! - one.chances[seat]!);
  if (agreed.length === 0) return null;
  const [changes, errors] = [Array<number>(state.players).fill(0), Array<number>(state.players).fill(0)];
  let left = 1; // how likely it is that none of the partners before holds the card
  for (const { holds, chances, errors: own } of agreed) {
    chances.forEach((change, k) => (changes[k]! += left * holds * change));
    own.forEach((error, k) => (errors[k] = Math.hypot(errors[k]!, left * holds * error)));
    left *= 1 - holds;
  }
  const to = agreed.reduce((set, { deal }) => set | (1 << deal.partner), 0);
  const [{ deal, chances }] = agreed as [(typeof agreed)[number]];
  const action = bundleOf(OFFER_TRADE, deal.given, to);
  return { action, changes, errors, states, gain: gainOf(describer, chances, deal.partner) };
}

/** Judge exchanges with all others, and return the offers that promise something, best first. */
function* judged(
  engine: Engine,
  describer: Describer,
  given: readonly (readonly number[])[],
  turns: number,
  samples: readonly ReturnType<Sample>[],
): Generator<null, Traded[]> {
  const { state, seat } = describer;
  const others = othersOf(state, seat);
  const deals = given.flatMap((counts) => others.map((partner) => ({ partner, given: counts })));
  const found = yield* weighed(engine, seat, deals, turns, samples);
  const offers = given.map((_, k) =>
    offered(describer, found.slice(k * others.length, (k + 1) * others.length), samples.length),
  );
  return offers.filter((offer) => offer !== null).sort((one, other) => other.changes[seat]! - one.changes[seat]!);
}

/** The best offers that the seat can make; yields null between parts. */
export function* offersOf(
  engine: Engine,
  describer: Describer,
  turns: number,
  sample: Sample,
): Generator<null, Traded[]> {
  const samples = (count: number) => Array.from({ length: count }, sample);
  const all = exchanges(describer.state, describer.seat);
  const glanced = yield* judged(engine, describer, all, 1, samples(GLANCES));
  const best = glanced.slice(0, MOST_OFFERS).map(({ action }) => countsOf(action));
  return yield* judged(engine, describer, best, turns, samples(STATES));
}
