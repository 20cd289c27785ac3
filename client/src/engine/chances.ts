/**
 * Every seat's chance to win at every step of a game, as the library's review has it (src/longroad/analysis/chances.py).
 *
 * Where chance acts, and before a roll, the chances are the mean over all outcomes by their weights. Where a seat
 * decides, they are those at the end of the best turn that the search finds. They are whole numbers of `CERTAIN`ths.
 */

import type { Engine, State } from './engine';
import {
  BEFORE_ROLL,
  CERTAIN,
  FOUNDING_ROLLS,
  ROLL,
  ROLL_FOR_START,
  ROLLING,
  TURN,
  WINNER,
  WORDS_SIZE,
} from './layout';

const NODES = 64; // of the search of a turn
const AT_ONCE = 64; // states that are valued in one call, between which progress is reported
const TIES = 60; // can be shared by any number of seats

/** A state to be valued, by its number, or the mean over some of them by their weights. */
type Value = number | readonly { weight: number; part: Value }[];

/** Collects what has to be valued; what occurs several times is valued once. */
export class Plan {
  readonly states: State[] = [];
  private readonly engine: Engine;
  private readonly known = new Map<string, Value>();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Add a state, and return how its chances are put together. */
  add(state: State): Value {
    const key = `${state.small.join()};${state.words.subarray(0, WORDS_SIZE).join()}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const value = this.valueOf(state);
    this.known.set(key, value);
    return value;
  }

  private valueOf(state: State): Value {
    if (state.phase === ROLL_FOR_START) {
      return this.begunByEach(state).map(({ weight, begun }) => ({ weight, part: this.add(begun) }));
    }
    if (state.phase === BEFORE_ROLL) return this.add(this.engine.after(state, state.small[TURN]!, ROLL));
    if (state.isChance) {
      return this.engine
        .outcomes(state)
        .map((outcome) => ({ weight: outcome.weight, part: this.add(this.engine.afterOutcome(state, outcome)) }));
    }
    return this.states.push(state) - 1;
  }

  /** The state after the rolls for the start for each seat that may begin, with its weight (SET-2). */
  private begunByEach(state: State): { weight: number; begun: State }[] {
    const rolls = Array.from(state.small.subarray(FOUNDING_ROLLS, FOUNDING_ROLLS + state.players));
    return startWeights(rolls, state.small[ROLLING]!).flatMap((weight, seat) =>
      weight === 0 ? [] : [{ weight, begun: this.engine.begunBy(state, seat) }],
    );
  }
}

/** How likely each seat is to begin, after these rolls and those of the seats that still roll. */
export function startWeights(rolls: readonly number[], rolling: number): number[] {
  const best = Math.max(...rolls);
  const leaders = rolls.reduce((all, roll, seat) => (roll === best && roll > 0 ? all | (1 << seat) : all), 0);
  let likely = new Map([[`${best} ${leaders}`, { best, leaders, weight: 1 }]]);
  rolls.forEach((_, seat) => {
    if ((rolling >> seat) & 1) likely = afterRoll([...likely.values()], 1 << seat);
  });
  return rolls.map((_, seat) =>
    [...likely.values()].reduce(
      (sum, { leaders: led, weight }) => ((led >> seat) & 1 ? sum + (TIES / bitCount(led)) * weight : sum),
      0,
    ),
  );
}

interface Rolled {
  best: number;
  leaders: number; // a set of seats
  weight: number;
}

function afterRoll(likely: readonly Rolled[], roller: number): Map<string, Rolled> {
  const after = new Map<string, Rolled>();
  for (const { best, leaders, weight } of likely) {
    for (let total = 2; total <= 12; total++) {
      const led = total > best ? roller : total === best ? leaders | roller : leaders;
      const most = Math.max(best, total);
      const found = after.get(`${most} ${led}`) ?? { best: most, leaders: led, weight: 0 };
      found.weight += weight * (6 - Math.abs(total - 7));
      after.set(`${most} ${led}`, found);
    }
  }
  return after;
}

function bitCount(set: number): number {
  return set === 0 ? 0 : (set & 1) + bitCount(set >> 1);
}

/** Shares that add up to `CERTAIN`: what rounding has lost goes to the largest. */
export function addingUp(shares: readonly number[]): number[] {
  const lost = CERTAIN - shares.reduce((sum, share) => sum + share, 0);
  const largest = shares.indexOf(Math.max(...shares));
  return shares.map((share, seat) => (seat === largest ? share + lost : share));
}

/** The chances in a game that is over; a draw is shared by all. */
function certain(state: State): number[] {
  const winner = state.small[WINNER]!;
  const seats = Array.from({ length: state.players }, (_, seat) => seat);
  if (winner < 0) return addingUp(seats.map(() => Math.floor(CERTAIN / state.players)));
  return seats.map((seat) => (seat === winner ? CERTAIN : 0));
}

function together(value: Value, valued: readonly number[][], players: number): number[] {
  if (typeof value === 'number') return valued[value]!;
  const totals = Array.from({ length: players }, () => 0);
  let weights = 0;
  for (const { weight, part } of value) {
    weights += weight;
    together(part, valued, players).forEach((chance, seat) => (totals[seat]! += weight * chance));
  }
  return addingUp(totals.map((total) => Math.floor(total / weights)));
}

/** The states of a game, from its beginning to its end. */
export function statesOf(engine: Engine, start: State, plies: readonly { seat: number; action: number }[]): State[] {
  const states = [start];
  for (const { seat, action } of plies) states.push(engine.after(states.at(-1)!, seat, action));
  return states;
}

/** Every seat's chances in each state; yields the part that is done, so that others can be asked in between. */
export function* chancesInParts(
  engine: Engine,
  states: readonly State[],
  nodes = NODES,
): Generator<number, number[][]> {
  const plan = new Plan(engine);
  const values: Value[] = [];
  for (const state of states) {
    values.push(plan.add(state));
    if (values.length % AT_ONCE === 0) yield 0;
  }
  const valued: number[][] = [];
  while (valued.length < plan.states.length) {
    const part = plan.states.slice(valued.length, valued.length + AT_ONCE);
    const shares = engine.values(part, nodes);
    part.forEach((state, number) => valued.push(state.isOver ? certain(state) : addingUp(shares[number]!)));
    yield valued.length / plan.states.length;
  }
  return values.map((value, number) => together(value, valued, states[number]!.players));
}

/** Every seat's chances in each state; `report` is called with the part that is done. */
export function chancesOf(
  engine: Engine,
  states: readonly State[],
  report: (part: number) => void = () => undefined,
  nodes = NODES,
): number[][] {
  const parts = chancesInParts(engine, states, nodes);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    report(value);
  }
}
