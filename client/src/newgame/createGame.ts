/** Creates a game and opens it. */

import { api } from '../api/http';
import { checkCookies, holdSeat } from '../api/seat';
import { router } from '../app/router.svelte';
import { rememberGame } from '../games/visits';
import { newGame, type GameSetup } from './gameSetup';

/** Throws `RequestError`. */
export async function createGame(setup: GameSetup, islandSeed: number | null): Promise<void> {
  checkCookies();
  const seated = await api.create(newGame(setup, islandSeed));
  await holdSeat(seated);
  rememberGame(seated.game);
  router.go(`/game/${seated.game}`);
}
