/** States in which a decision is judged: they fit what its seat could know, or are the state itself. */

import { type Ply, beliefsOf } from './beliefs';
import { statesOf } from '../chances';
import { Dealer, withoutOffers } from './dealing';
import { type Engine, State } from '../engine';
import { CARDS_SIZE, CHANCES, HAND, HAND_SIZE, RESOURCES, SITE, SITES, TERRAIN, TURNS } from '../layout';
import type { Random } from '../random';
import type { Game } from '../requests';
import { SITE_HEXES } from '../tables';
import { TradeLog } from './tradeLog';

/** What may be used to judge a position. */
export interface Known {
  everything?: boolean; // the cards that the seat cannot see
  game?: Game; // the plies that led to the position: what they say about hands
}

export class Samples {
  readonly isOpen: boolean; // whether they are all the same
  readonly next: (random: Random) => State;
  readonly trades: TradeLog | null; // what the plies say about trades, if there are any

  constructor(engine: Engine, state: State, viewer: number, { everything = false, game }: Known) {
    const states = game ? statesLeadingTo(engine, state, game) : [state];
    const plies = game?.plies ?? [];
    this.isOpen = everything || state.isOver;
    this.trades = plies.length > 0 ? new TradeLog(viewer, states, plies) : null;
    const isFollowed = game !== undefined && isBeginning(states[0]!);
    if (this.isOpen) this.next = () => withoutOffers(state);
    else this.next = isFollowed ? believed(states, plies, viewer) : dealt(state, viewer);
  }
}

/** Deal the cards that a seat does not see. */
function dealt(state: State, viewer: number): (random: Random) => State {
  const dealer = new Dealer(state, viewer);
  return (random) => dealer.deal(random);
}

/**
 * Whether a state is the beginning of a game, not a position in which cards may be hidden already: nobody holds more than
 * a game begins with.
 */
export function isBeginning(state: State): boolean {
  const { words, small, players } = state;
  if (words[TURNS]! > 1n || words[CHANCES] !== 0n) return false;
  return Array.from({ length: players }, (_, seat) => seat).every(
    (seat) => small[CARDS_SIZE + seat] === 0 && (small[HAND_SIZE + seat] === 0 || holdsIncome(state, seat)),
  );
}

/** Whether a seat holds the income of one of its settlements, as on the beginner island (BRD-9). */
function holdsIncome(state: State, seat: number): boolean {
  const hand = state.row(HAND + RESOURCES * seat, RESOURCES).join();
  const own = Array.from({ length: SITES }, (_, site) => site).filter((site) => state.small[SITE + site] === seat + 1);
  return own.some((site) => incomeAt(state, site).join() === hand);
}

/** One card for each hex at an intersection. */
function incomeAt({ small }: State, site: number): number[] {
  const hexes = SITE_HEXES.slice(3 * site, 3 * site + 3).filter((hex) => hex >= 0);
  const income = Array<number>(RESOURCES).fill(0);
  for (const hex of hexes) if (small[TERRAIN + hex]! < RESOURCES) income[small[TERRAIN + hex]!]! += 1;
  return income;
}

/** The states of a game, the last of which is `state`. Throws if it is not. */
function statesLeadingTo(engine: Engine, state: State, { start, plies }: Game): State[] {
  const states = statesOf(engine, State.fromBytes(start), plies);
  if (!isSame(states.at(-1)!, state)) throw new RangeError('the plies of the game do not lead to this position');
  return states;
}

/** Sample what a seat could know from the plies of a game that begins at its beginning. */
function believed(states: readonly State[], plies: readonly Ply[], viewer: number): (random: Random) => State {
  const beliefs = beliefsOf(viewer, states, plies).at(-1)!;
  const closed = withoutOffers(states.at(-1)!);
  return (random) => beliefs.sample(closed, random, 1)[0]!;
}

function isSame(one: State, other: State): boolean {
  const [bytes, others] = [one.toBytes(), other.toBytes()];
  return bytes.every((byte, place) => byte === others[place]);
}
