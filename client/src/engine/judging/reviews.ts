/** Answers with the decisions of a game, judged better and better (reviewing.ts), until the worker ends. */

import { statesOf } from '../chances';
import { Judge } from './decisions';
import { type Engine, State } from '../engine';
import { writeAction } from '../position/notation';
import { type Reason, reasonFor } from './reasons';
import type { Game } from '../requests';
import { type Found, Reviewer } from './reviewing';

/** A decision, with the better action in the notation, and why it is better. */
export interface Reviewed extends Found {
  better: string;
  reason: Reason;
}

/** What was found since the last answer, and how many decisions have been judged. */
export interface ReviewPart {
  found: Reviewed[];
  done: number;
  total: number;
  isDone: boolean; // until other seats are looked at
}

const EVERY = 150; // milliseconds between answers

function reviewed(engine: Engine, states: readonly State[], found: Found): Reviewed {
  const { ply, seat, best } = found;
  return { ...found, better: writeAction(best), reason: reasonFor(engine, states[ply]!, seat, best) };
}

/** The review that a worker is asked for. */
export class Reviews {
  private shown: ReadonlySet<number> = new Set(); // the seats that are looked at
  private reviewer: Reviewer | null = null;
  private wakes: (() => void) | null = null; // goes on when other seats are looked at

  /** Go on with the decisions of these seats. */
  show(seats: readonly number[]): void {
    this.shown = new Set(seats);
    if (this.reviewer) this.reviewer.shown = this.shown;
    this.wakes?.();
  }

  /** Review a game, first the decisions of the seats that are looked at. */
  async review(engine: Engine, { start, plies }: Game, post: (part: ReviewPart) => void): Promise<never> {
    const states = statesOf(engine, State.fromBytes(start), plies);
    this.reviewer = new Reviewer(new Judge(engine, states, plies), this.shown);
    for (;;) {
      await run(this.reviewer, (found) => reviewed(engine, states, found), post);
      await new Promise<void>((resume) => (this.wakes = resume));
    }
  }
}

/** Judge everything that there is to judge now, and answer again and again. */
async function run(
  reviewer: Reviewer,
  name: (found: Found) => Reviewed,
  post: (part: ReviewPart) => void,
): Promise<void> {
  let [since, found] = [performance.now(), [] as Reviewed[]];
  for (let one = reviewer.next(); one !== null; one = reviewer.next()) {
    found.push(name(one));
    if (performance.now() - since < EVERY) continue;
    post({ found, ...reviewer.progress, isDone: false });
    await new Promise((resume) => setTimeout(resume)); // others get their turn
    [since, found] = [performance.now(), []];
  }
  post({ found, ...reviewer.progress, isDone: true });
}
