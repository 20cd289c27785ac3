/** Begin the game that is wished for, and go there. */

import { api } from '../api/http';
import { holdSeat } from '../api/seat';
import { router } from '../app/router.svelte';
import { rememberGame } from '../games/visits';
import { newGame, type Wishes } from './gameSetup';

/** Raises `Wrong`. */
export async function begin(wishes: Wishes, islandSeed: number | null): Promise<void> {
  const seated = await api.create(newGame(wishes, islandSeed));
  await holdSeat(seated);
  rememberGame(seated.game);
  router.go(`/game/${seated.game}`);
}
