/** The engine for tests in Node.js, from the files that `make client` builds, and games that the library has played. */

import { readFileSync } from 'node:fs';
import { env } from 'node:process';

import type { Snapshot } from '../api/messages';
import { statesOf } from './chances';
import type { Choices, WeighedOutcome } from './position/choices';
import { Engine, State } from './engine';
import type { Reason } from './judging/reasons';

/** A game, and what the library says about it (tests/scripts/test_client_engine.py). */
export interface PlayedGame {
  start: string; // bytes in base64
  end: string;
  plies: { seat: number; action: number; text: string }[];
  chances: number[][]; // of every `valued`th state
  valued: number;
  steps: {
    snapshot: Snapshot;
    choices: Choices[];
    outcomes: WeighedOutcome[];
    reasons: Record<string, Record<string, Reason>>; // by seat and action
  }[];
  searched: {
    state: string;
    seat: number;
    actions: number[];
    worths: number[][];
    rolled: number[][][];
    deals: number[][][];
  }[];
  viewed: { state: string; views: string[] }[]; // of each seat, and of the public
  analysed: { state: string; seat: number; rollouts: number; chances: number[]; errors: number[] }[]; // with everything
}

/** The file of these games; without it, what needs games is skipped. */
export const gamesFile = env['LONGROAD_GAMES'];

export function loadedEngine(): Promise<Engine> {
  const file = (name: string) => readFileSync(`src/engine/${name}`);
  return Engine.load(file('longroad.wasm'), new Uint8Array(file('weights.bin')).buffer);
}

export function stateIn(base64: string): State {
  return State.fromBytes(Buffer.from(base64, 'base64'));
}

/** The games, with the states that the engine computes from their plies. */
export function playedGames(engine: Engine): { game: PlayedGame; states: State[] }[] {
  const games = JSON.parse(readFileSync(gamesFile!, 'utf-8')) as PlayedGame[];
  return games.map((game) => ({ game, states: statesOf(engine, stateIn(game.start), game.plies) }));
}
