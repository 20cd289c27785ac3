/** Begin the game that is wished for, and go there. */

import { api } from '../api/http';
import { holdSeat } from '../api/seat';
import { router } from '../router.svelte';
import { rememberGame } from './games';
import { newGame, type Wishes } from './wishes';

/** Raises `Wrong`. */
export async function begin(wishes: Wishes, islandSeed: number | null): Promise<void> {
  const seated = await api.create(newGame(wishes, islandSeed));
  await holdSeat(seated);
  rememberGame(seated.game);
  router.go(`/game/${seated.game}`);
}
