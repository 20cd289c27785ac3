/** Creates a game and opens it. */

import { api } from '../api/http';
import type { NewGame } from '../api/messages';
import { checkCookies, holdSeat } from '../api/seat';
import { router } from '../app/router.svelte';
import { rememberGame } from '../games/visits';
import { newGame, type GameSetup } from './gameSetup';

/** Throws `RequestError`. */
export async function createGame(setup: GameSetup, islandSeed: number | null): Promise<void> {
  await openGame(newGame(setup, islandSeed));
}

/** Create a game and go to it. Throws `RequestError`. */
export async function openGame(request: NewGame): Promise<void> {
  checkCookies();
  const seated = await api.create(request);
  await holdSeat(seated);
  rememberGame(seated.game);
  router.go(`/game/${seated.game}`);
}
