/** Answers the requests of a page with an engine. Requests that take long go on in parts, so that others get their turn. */

import { analysed } from './judging/analyse';
import { chancesInParts, statesOf } from './chances';
import { choicesOf, outcomesOf, played } from './position/choices';
import { type Engine, State } from './engine';
import { checkedDice } from './fair';
import { facesOf, writeAction } from './position/notation';
import type { Answer, Look, Request } from './requests';
import { Reviews } from './judging/reviews';
import { checkedSetup, openedSetup } from './position/setup';
import { snapshotOf } from './position/snapshot';

const AT_ONCE = 15; // milliseconds for which others wait

/** Everything that a page shows of a state. */
export function lookAt(engine: Engine, state: State, dice: readonly number[] = []): Look {
  return {
    snapshot: snapshotOf(engine, state, dice),
    choices: choicesOf(engine, state),
    outcomes: outcomesOf(engine, state),
  };
}

function playedAnswer(engine: Engine, bytes: Uint8Array, seat: number, text: string): Answer {
  const state = State.fromBytes(bytes);
  const found = played(engine, state, seat, text);
  if ('rule' in found) return { kind: 'forbidden', forbidden: found };
  const { action, after } = found;
  const look = lookAt(engine, after, facesOf(action));
  return { kind: 'play', played: { ...look, bytes: after.toBytes(), action, text: writeAction(action) } };
}

/** Answers requests one after the other, each with a function that posts its answers. */
export class Answers {
  private readonly engine: Promise<Engine>;
  private readonly reviews = new Reviews();
  private latest = 0; // the number of the analysis that goes on

  constructor(engine: Promise<Engine>) {
    this.engine = engine;
    engine.catch(() => undefined); // whoever asks is answered with what went wrong
  }

  /** Answer a request; what goes wrong is an answer too. */
  async answer(request: Request, post: (answer: Answer) => void): Promise<void> {
    try {
      await this.answered(request, post);
    } catch (error) {
      post({ kind: 'error', error: error instanceof Error ? error.message : String(error) });
    }
  }

  private async answered(request: Request, post: (answer: Answer) => void): Promise<void> {
    if (request.kind === 'stop') {
      this.latest++;
      post({ kind: 'stopped' });
      return;
    }
    if (request.kind === 'analyse') return this.analyse(request, post);
    if (request.kind === 'review' || request.kind === 'show') this.reviews.show(request.shown);
    if (request.kind === 'show') {
      post({ kind: 'stopped' });
      return;
    }
    const engine = await this.engine;
    if (request.kind === 'review') {
      return this.reviews.review(engine, request.game, (part) => post({ kind: 'review', part }));
    }
    if (request.kind === 'look') {
      post({ kind: 'look', look: lookAt(engine, State.fromBytes(request.bytes), request.dice) });
    } else if (request.kind === 'play') {
      post(playedAnswer(engine, request.bytes, request.seat, request.text));
    } else if (request.kind === 'setup') {
      post({ kind: 'setup', checked: checkedSetup(engine, State.fromBytes(request.base), request.draft) });
    } else if (request.kind === 'edit') {
      const { bytes, ruleset, land } = request;
      post({ kind: 'setup', checked: openedSetup(engine, State.fromBytes(bytes), ruleset, land) });
    } else {
      const states = statesOf(engine, State.fromBytes(request.game.start), request.game.plies);
      if (request.kind === 'fold') {
        post({ kind: 'fold', states: states.map((state) => state.toBytes()) });
      } else if (request.kind === 'dice') {
        post({ kind: 'dice', checked: checkedDice(engine, states, request.game.plies, request.promised) });
      } else await chances(engine, states, post);
    }
  }

  /** Analyse a position until it is done, stopped, or another one is asked for. */
  private async analyse(request: Request & { kind: 'analyse' }, post: (answer: Answer) => void): Promise<void> {
    const number = ++this.latest;
    const engine = await this.engine;
    const breaks = new Breaks();
    for (const analysis of analysed(engine, State.fromBytes(request.bytes), request.options)) {
      if (this.latest !== number) {
        post({ kind: 'stopped' });
        return;
      }
      if (analysis !== null) post({ kind: 'analysis', analysis });
      await breaks.taken();
    }
  }
}

async function chances(engine: Engine, states: readonly State[], post: (answer: Answer) => void): Promise<void> {
  const [parts, breaks] = [chancesInParts(engine, states), new Breaks()];
  for (;;) {
    const { done, value } = parts.next();
    if (done) {
      post({ kind: 'chances', chances: value });
      return;
    }
    post({ kind: 'part', part: value });
    await breaks.taken();
  }
}

/** Breaks in which other messages are handled. */
class Breaks {
  private since = performance.now();

  /** Take a break, unless there was one just now. */
  async taken(): Promise<void> {
    if (performance.now() - this.since < AT_ONCE) return;
    await new Promise((resume) => setTimeout(resume));
    this.since = performance.now();
  }
}
