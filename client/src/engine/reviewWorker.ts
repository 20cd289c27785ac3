/** Judges the decisions of a game beside the page, better and better (reviewing.ts). */

import { statesOf } from './chances';
import { Judge } from './decisions';
import { type Engine, State } from './engine';
import { loadEngine } from './loading';
import { writeAction } from './notation';
import { type Reason, reasonFor } from './reasons';
import type { Game } from './requests';
import { type Found, Reviewer } from './reviewing';

/** A decision, with the better action in the notation, and why it is better. */
export interface Reviewed extends Found {
  better: string;
  reason: Reason;
}

/** What the worker is asked: the decisions of a game, first those of the seats that are looked at; later, of others. */
export type ReviewRequest = { game: Game; shown: readonly number[] } | { shown: readonly number[] };

/** What it answers: what it has found since its last answer, and how many decisions it has judged. */
export type ReviewAnswer = { found: Reviewed[]; done: number; total: number; isDone: boolean } | { error: string };

const EVERY = 150; // milliseconds between answers

let shown: ReadonlySet<number> = new Set(); // the seats that are looked at
let reviewer: Reviewer | null = null;
let wakes: (() => void) | null = null; // goes on when other seats are looked at

/** Let other messages be handled. */
function pause(): Promise<void> {
  return new Promise((resume) => setTimeout(resume));
}

function reviewed(engine: Engine, states: readonly State[], found: Found): Reviewed {
  const { ply, seat, best } = found;
  return { ...found, better: writeAction(best), reason: reasonFor(engine, states[ply]!, seat, best) };
}

/** Judge everything that there is to judge now, and answer again and again. */
async function run(of: Reviewer, name: (found: Found) => Reviewed): Promise<void> {
  let [since, found] = [performance.now(), [] as Reviewed[]];
  for (let one = of.next(); one !== null; one = of.next()) {
    found.push(name(one));
    if (performance.now() - since < EVERY) continue;
    postMessage({ found, ...of.progress, isDone: false } satisfies ReviewAnswer);
    await pause();
    [since, found] = [performance.now(), []];
  }
  postMessage({ found, ...of.progress, isDone: true } satisfies ReviewAnswer);
}

async function review({ start, plies }: Game): Promise<never> {
  const engine = await loadEngine();
  const states = statesOf(engine, State.fromBytes(start), plies);
  reviewer = new Reviewer(new Judge(engine, states, plies), shown);
  for (;;) {
    await run(reviewer, (found) => reviewed(engine, states, found));
    await new Promise<void>((resume) => (wakes = resume));
  }
}

addEventListener('message', ({ data }: MessageEvent<ReviewRequest>) => {
  shown = new Set(data.shown);
  if ('game' in data) {
    review(data.game).catch((error: unknown) => postMessage({ error: String(error) } satisfies ReviewAnswer));
  } else if (reviewer) {
    reviewer.shown = shown;
    wakes?.();
  }
});
