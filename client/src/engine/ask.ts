/** Asks a worker of its own for the chances of a game. */

import { type Game, openEngine } from './open';

export interface Asked {
  onpart: (part: number) => void; // how much is done
  onchances: (chances: number[][]) => void; // by step and seat
  onerror: (reason: string) => void;
}

/** Compute the chances of a game beside the page; the function that is returned stops it. */
export function askChances(game: Game, { onpart, onchances, onerror }: Asked): () => void {
  const engine = openEngine();
  let isWanted = true;
  engine
    .chances(game, (part) => isWanted && onpart(part))
    .then(
      (chances) => isWanted && onchances(chances),
      (error: unknown) => isWanted && onerror(error instanceof Error ? error.message : String(error)),
    )
    .finally(() => engine.close());
  return () => {
    isWanted = false;
    engine.close();
  };
}
