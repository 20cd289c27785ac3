/** Runs the engine beside the page, one instance a worker: computes the chances of a game. */

import { chancesOf, statesOf } from './chances';
import { Engine, State } from './engine';
import wasm from './longroad.wasm?url';
import weights from './weights.bin?url';

/** A game: the bytes of its first state, and its plies. */
export interface Game {
  start: Uint8Array;
  plies: { seat: number; action: number }[];
}

/** What the worker answers: progress, then the chances at every step, or what went wrong. */
export type Answer = { part: number } | { chances: number[][] } | { error: string };

async function fetched(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

async function answered(game: Game): Promise<Answer> {
  try {
    const [code, numbers] = await Promise.all([fetched(wasm), fetched(weights)]);
    const engine = await Engine.load(code, numbers);
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
