/** The engine for pages: one worker, asked by calls that return promises. */

import type { Draft } from '../api/messages';
import type { Analysis, Options } from './judging/analyse';
import type { Forbidden } from './position/choices';
import type { CheckedSetup } from './position/setup';
import type { DraftLand } from './position/setupDraft';
import type { Checked, Promised } from './fair';
import type { Answer, Game, Look, Played, Request } from './requests';
import type { ReviewPart } from './judging/reviews';

export type { Analysis, Candidate, Options } from './judging/analyse';
export type { CheckedSetup, Finding } from './position/setup';
export type { DraftLand } from './position/setupDraft';
export type { Choices, Forbidden, WeighedOutcome } from './position/choices';
export type { Reason } from './judging/reasons';
export type { Game, Look, Played } from './requests';

/** What is called as an analysis goes on. */
export interface Listener {
  onanalysis: (analysis: Analysis) => void; // better and better; the last one has `isDone`
  onerror: (reason: string) => void;
}

/** The part of a worker that is used here. */
export type WorkerLike = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

function startWorker(): WorkerLike {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

/** Asks one worker, which is started on first use, and again after a crash. */
export class EngineClient {
  private worker: WorkerLike | null = null;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private last = 0;
  private analysing = 0; // the number of the latest analysis
  private readonly start: () => WorkerLike;

  constructor(start: () => WorkerLike = startWorker) {
    this.start = start;
  }

  /** What a state shows and allows; `dice` are the faces of the roll that led to it. */
  async look(bytes: Uint8Array, dice: readonly number[] = []): Promise<Look> {
    const answer = await this.ask({ kind: 'look', bytes, dice });
    return expected(answer, 'look').look;
  }

  /** The state after an action of a seat (6 is chance), or the rule that forbids it. Rejects for text that is no action. */
  async play(bytes: Uint8Array, seat: number, text: string): Promise<Played | Forbidden> {
    const answer = await this.ask({ kind: 'play', bytes, seat, text });
    return answer.kind === 'forbidden' ? answer.forbidden : expected(answer, 'play').played;
  }

  /** What is wrong with a draft that was made from a position, whose state is `base`. */
  async setup(base: Uint8Array, draft: Draft): Promise<CheckedSetup> {
    return expected(await this.ask({ kind: 'setup', base, draft }), 'setup').checked;
  }

  /** A position as an editor takes it, under a ruleset in the notation. */
  async edit(bytes: Uint8Array, ruleset: string, land: DraftLand): Promise<CheckedSetup> {
    return expected(await this.ask({ kind: 'edit', bytes, ruleset, land }), 'setup').checked;
  }

  /** The bytes of all states of a game, from its beginning to its end. */
  async states(game: Game): Promise<Uint8Array[]> {
    return expected(await this.ask({ kind: 'fold', game }), 'fold').states;
  }

  /** Every seat's chances at every step of a game, in `CERTAIN`ths. */
  async chances(game: Game, onpart: (part: number) => void = () => undefined): Promise<number[][]> {
    const answer = await this.ask({ kind: 'chances', game }, (step) => step.kind === 'part' && onpart(step.part));
    return expected(answer, 'chances').chances;
  }

  /** Judge the decisions of a game, better and better, first those of some seats; rejects if the engine fails. */
  async review(game: Game, shown: readonly number[], onpart: (part: ReviewPart) => void): Promise<void> {
    await this.ask({ kind: 'review', game, shown }, (step) => step.kind === 'review' && onpart(step.part));
  }

  /** Go on with the decisions of these seats. */
  async show(shown: readonly number[]): Promise<void> {
    await this.ask({ kind: 'show', shown });
  }

  /** Compare the chance of a game with what was promised. */
  async dice(game: Game, promised: Promised): Promise<Checked> {
    return expected(await this.ask({ kind: 'dice', game, promised }), 'dice').checked;
  }

  /** Analyse a position; the function that is returned stops it. Another analysis stops it too. */
  analyse(bytes: Uint8Array, options: Options, { onanalysis, onerror }: Listener): () => void {
    let isWanted = true;
    const number = this.send({ kind: 'analyse', bytes, options }, (answer) => {
      if (!isWanted) return;
      if (answer.kind === 'analysis') onanalysis(answer.analysis);
      if (answer.kind === 'error') onerror(answer.error);
    });
    this.analysing = number;
    return () => {
      const goesOn = isWanted && this.waiting.has(number) && this.analysing === number;
      isWanted = false;
      if (goesOn) this.send({ kind: 'stop' }, () => undefined);
    };
  }

  /** End the worker; a later call starts another one. */
  close(): void {
    this.worker?.terminate();
    this.worker = null;
    this.fail('the engine was closed');
  }

  /** Send a request, and resolve with its last answer; the steps before it go to `onstep`. */
  private ask(request: Request, onstep: (answer: Answer) => unknown = () => undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.send(request, (answer) => {
        if (!isLast(answer)) onstep(answer);
        else if (answer.kind === 'error') reject(new Error(answer.error));
        else resolve(answer);
      });
    });
  }

  private send(request: Request, onanswer: (answer: Answer) => void): number {
    const number = ++this.last;
    this.waiting.set(number, onanswer);
    this.started().postMessage({ number, request });
    return number;
  }

  private started(): WorkerLike {
    if (this.worker !== null) return this.worker;
    const worker = this.start();
    worker.onmessage = ({ data }: MessageEvent<{ number: number; answer: Answer }>) => {
      const listener = this.waiting.get(data.number);
      if (isLast(data.answer)) this.waiting.delete(data.number);
      listener?.(data.answer);
    };
    worker.onerror = (event) => {
      worker.terminate();
      this.worker = null;
      this.fail(event.message || 'the engine stopped working');
    };
    this.worker = worker;
    return worker;
  }

  /** Answer everything that is waited for with an error. */
  private fail(error: string): void {
    const listeners = [...this.waiting.values()];
    this.waiting.clear();
    for (const listener of listeners) listener({ kind: 'error', error });
  }
}

function isLast(answer: Answer): boolean {
  if (answer.kind === 'part' || answer.kind === 'review') return false;
  return answer.kind !== 'analysis' || answer.analysis.isDone;
}

function expected<K extends Answer['kind']>(answer: Answer, kind: K): Extract<Answer, { kind: K }> {
  if (answer.kind !== kind) throw new Error(`the engine answered '${answer.kind}' where '${kind}' was expected`);
  return answer as Extract<Answer, { kind: K }>;
}

/** The engine of a page; close it when the page is left. */
export function openEngine(): EngineClient {
  return new EngineClient();
}
