/** States in which a decision is judged: they fit what its seat could know, or are the state itself. */

import { beliefsOf } from './beliefs';
import { statesOf } from '../chances';
import { Dealer, withoutOffers } from './dealing';
import { type Engine, State } from '../engine';
import { CHANCES, TURNS } from '../layout';
import type { Random } from '../random';
import type { Game } from '../requests';

/** What may be used to judge a position. */
export interface Known {
  everything?: boolean; // the cards that the seat cannot see
  game?: Game; // the plies that led to the position: what they say about hands
}

export class Samples {
  readonly isOpen: boolean; // whether they are all the same
  readonly next: (random: Random) => State;

  constructor(engine: Engine, state: State, viewer: number, { everything = false, game }: Known) {
    this.isOpen = everything || state.isOver;
    this.next = this.isOpen
      ? () => withoutOffers(state)
      : ((game && believed(engine, state, viewer, game)) ?? dealt(state, viewer));
  }
}

/** Deal the cards that a seat does not see. */
function dealt(state: State, viewer: number): (random: Random) => State {
  const dealer = new Dealer(state, viewer);
  return (random) => dealer.deal(random);
}

/** Whether a state is the beginning of a game, not a position in which cards may be hidden already. */
export function isBeginning({ words }: State): boolean {
  return words[TURNS]! <= 1n && words[CHANCES] === 0n;
}

/**
 * Sample what a seat could know from the plies of a game; null where the game does not begin at its beginning, since
 * then something may be hidden of which no ply tells. Throws if the game does not lead to the state.
 */
function believed(engine: Engine, state: State, viewer: number, game: Game): ((random: Random) => State) | null {
  const start = State.fromBytes(game.start);
  if (!isBeginning(start)) return null;
  const states = statesOf(engine, start, game.plies);
  if (!isSame(states.at(-1)!, state)) throw new RangeError('the plies of the game do not lead to this position');
  const beliefs = beliefsOf(viewer, states, game.plies).at(-1)!;
  const closed = withoutOffers(state);
  return (random) => beliefs.sample(closed, random, 1)[0]!;
}

function isSame(one: State, other: State): boolean {
  const [bytes, others] = [one.toBytes(), other.toBytes()];
  return bytes.every((byte, place) => byte === others[place]);
}
