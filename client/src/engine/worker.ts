/** Runs the engine beside the page, one instance a worker: computes the chances of a game. */

import { chancesOf, statesOf } from './chances';
import { State } from './engine';
import { loadEngine } from './load';

/** A game: the bytes of its first state, and its plies. */
export interface Game {
  start: Uint8Array;
  plies: { seat: number; action: number }[];
}

/** What the worker answers: progress, then the chances at every step, or what went wrong. */
export type Answer = { part: number } | { chances: number[][] } | { error: string };

async function answered(game: Game): Promise<Answer> {
  try {
    const engine = await loadEngine();
    const states = statesOf(engine, State.fromBytes(game.start), game.plies);
    return { chances: chancesOf(engine, states, (part) => postMessage({ part } satisfies Answer)) };
  } catch (error) {
    return { error: String(error) };
  }
}

addEventListener(
  'message',
  (event: MessageEvent<Game>) => void answered(event.data).then((answer) => postMessage(answer)),
);
