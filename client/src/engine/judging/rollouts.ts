/** What every analysis uses: actions in the order of the search, and rollouts of them. */

import { column, mean } from './comparison';
import type { Engine, State } from '../engine';
import {
  CERTAIN,
  FOUNDING_ROUNDS,
  FOUND_ROAD,
  FOUND_SETTLEMENT,
  SPECIAL_BUILD,
  UNKNOWN_WORTH,
  USUAL_PLAYERS,
  USUAL_TURNS,
} from '../layout';
import type { Random } from '../random';

const SLOW_SHARE = 4; // a founding, and turns after which all may build, take so many times longer
const LEAST_TRADE_STATES = 2;
const MOST_SEED = 2 ** 31;

export function seedFrom(random: Random): number {
  return random.below(MOST_SEED);
}

export function isFounding(state: State): boolean {
  return [FOUND_SETTLEMENT, FOUND_ROAD].includes(state.phase);
}

/** How many times longer a turn takes than usually. */
function turnSlowness(state: State): number {
  return state.small[SPECIAL_BUILD] ? SLOW_SHARE : 1;
}

/** How many times longer a rollout takes than usually. */
export function rolloutSlowness(state: State): number {
  return turnSlowness(state) * (isFounding(state) ? SLOW_SHARE : 1);
}

/** In how many states trades are judged: fewer where a turn takes longer. */
export function tradeStates(state: State, most: number): number {
  return Math.min(most, Math.max(Math.floor(most / turnSlowness(state)), LEAST_TRADE_STATES));
}

/** As many rounds as `USUAL_TURNS` are with four players. */
export function roundsOf({ players }: State): number {
  return 1 + Math.floor(((USUAL_TURNS - 1) * players) / USUAL_PLAYERS);
}

/** The actions of a seat, those first that the search finds best in the mean over states of the same decision. */
export function searched(engine: Engine, states: readonly State[], seat: number, nodes: number): number[] {
  const { actions, worths } = engine.weigh(states, seat, nodes);
  const means = actions.map((_, k) => meanWorth(column(worths, k), isFounding(states[0]!)));
  const order = actions.map((_, k) => k).sort((one, other) => means[other]! - means[one]! || one - other);
  return order.map((k) => actions[k]!);
}

/** The mean value of an action over the states in which it was weighed; places always are. */
function meanWorth(worths: readonly number[], isPlace: boolean): number {
  const weighed = isPlace ? worths : worths.filter((worth) => worth !== UNKNOWN_WORTH);
  return weighed.length > 0 ? mean(weighed) : UNKNOWN_WORTH;
}

/** Everyone's chances, 0 to 1, after actions of a seat in states of the same decision: by state and action. */
export function rolledOut(
  engine: Engine,
  states: readonly State[],
  seat: number,
  actions: readonly number[],
  nodes: number,
  seed: number,
): number[][][] {
  const [first] = states;
  const turns = isFounding(first!) ? 1 + FOUNDING_ROUNDS * first!.players : roundsOf(first!);
  const rolled = engine.roll(states, seat, actions, turns, nodes, seed);
  return rolled.map((row) => row.map((shares) => shares.map((share) => share / CERTAIN)));
}
