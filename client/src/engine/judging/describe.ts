/** Describes an action of an analysis: its reason, and how the turn goes on after it. */

import type { Candidate } from './analyse';
import type { Engine, State } from '../engine';
import { writeAction } from '../position/notation';
import { Random } from '../random';
import { type Gain, reasonFor } from './reasons';
import { searched } from './rollouts';
import type { Samples } from '../knowledge/samples';

const NODES = 48;
const MOST_LINE = 8; // actions of an expected line

export class Describer {
  readonly state: State;
  readonly seat: number;
  private readonly engine: Engine;
  private readonly samples: Samples;
  private readonly lines = new Map<number, string[]>(); // by action

  constructor(engine: Engine, state: State, seat: number, samples: Samples) {
    this.engine = engine;
    this.state = state;
    this.seat = seat;
    this.samples = samples;
  }

  /** An action with its chance, its reason and its line; `gain` is what a trade would bring. */
  candidate(action: number, chance: number, error: number, rollouts: number, gain?: Gain): Candidate {
    const reason = reasonFor(this.engine, this.state, this.seat, action, gain);
    const line = rollouts > 0 ? this.line(action) : [];
    return { action: writeAction(action), chance, error, loss: 0, lossError: 0, rollouts, line, reason };
  }

  private line(action: number): string[] {
    const known = this.lines.get(action) ?? this.searchedLine(action);
    this.lines.set(action, known);
    return known;
  }

  /** How the seat's turn goes on after an action, by the search, until chance or somebody else acts. */
  private searchedLine(first: number): string[] {
    const line: string[] = [];
    let [state, action] = [this.samples.next(new Random(0)), first];
    while (line.length < MOST_LINE) {
      if (this.engine.refusal(state, this.seat, action) !== 0) break; // a deal, whose offer has lapsed here
      state = this.engine.after(state, this.seat, action);
      if (state.isOver || state.isChance || this.engine.legal(state, this.seat).toAct !== 1 << this.seat) break;
      action = this.best(state);
      line.push(writeAction(action));
    }
    return line;
  }

  private best(state: State): number {
    return searched(this.engine, [state], this.seat, NODES)[0]!;
  }
}
