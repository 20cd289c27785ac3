/** Asks a worker of its own to judge the decisions of a game. */

import { type Game, openEngine } from './open';
import type { ReviewPart } from './judging/reviews';

export interface ReviewListener {
  onfound: (part: ReviewPart) => void; // again and again
  onerror: (reason: string) => void;
}

/** A review that goes on beside the page. */
export interface Review {
  show: (seats: readonly number[]) => void; // go on with the decisions of these seats
  stop: () => void;
}

/** Judge the decisions of a game, first those of the seats that are looked at. */
export function askReview(game: Game, shown: readonly number[], { onfound, onerror }: ReviewListener): Review {
  const engine = openEngine();
  let isWanted = true;
  const stop = () => {
    isWanted = false;
    engine.close();
  };
  const fail = (error: unknown) => {
    if (!isWanted) return; // it was stopped
    stop();
    onerror(error instanceof Error ? error.message : String(error));
  };
  engine.review(game, shown, (part) => isWanted && onfound(part)).catch(fail);
  return { show: (seats) => void (isWanted && engine.show(seats).catch(fail)), stop };
}
