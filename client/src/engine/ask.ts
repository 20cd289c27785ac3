/** Asks a worker for the chances of a game. */

import type { Answer, Game } from './worker';

export interface Asked {
  onpart: (part: number) => void; // how much is done
  onchances: (chances: number[][]) => void; // by step and seat
  onerror: (reason: string) => void;
}

/** Compute the chances of a game beside the page; the function that is returned stops it. */
export function askChances(game: Game, { onpart, onchances, onerror }: Asked): () => void {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    if ('part' in data) {
      onpart(data.part);
      return;
    }
    worker.terminate();
    if ('chances' in data) onchances(data.chances);
    else onerror(data.error);
  };
  worker.onerror = (event) => {
    worker.terminate();
    onerror(event.message);
  };
  worker.postMessage(game);
  return () => worker.terminate();
}
