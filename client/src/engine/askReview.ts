/** Asks a worker of its own to judge the decisions of a game. */

import type { Game } from './requests';
import type { ReviewAnswer, Reviewed, ReviewRequest } from './reviewWorker';

export interface ReviewListener {
  onfound: (found: readonly Reviewed[], progress: { done: number; total: number; isDone: boolean }) => void;
  onerror: (reason: string) => void;
}

/** A review that goes on beside the page. */
export interface Review {
  /** Go on with the decisions of these seats. */
  show: (seats: readonly number[]) => void;
  stop: () => void;
}

/** Judge the decisions of a game, first those of the seats that are looked at. */
export function askReview(game: Game, shown: readonly number[], { onfound, onerror }: ReviewListener): Review {
  const worker = new Worker(new URL('./reviewWorker.ts', import.meta.url), { type: 'module' });
  const send = (request: ReviewRequest) => worker.postMessage(request);
  const fail = (reason: string) => {
    worker.terminate();
    onerror(reason);
  };
  worker.onmessage = ({ data }: MessageEvent<ReviewAnswer>) => {
    if ('error' in data) fail(data.error);
    else onfound(data.found, { done: data.done, total: data.total, isDone: data.isDone });
  };
  worker.onerror = (event) => fail(event.message);
  send({ game, shown });
  return { show: (seats) => send({ shown: seats }), stop: () => worker.terminate() };
}
