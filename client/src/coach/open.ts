/** Opens a chapter: a new game at its position, against gentle computer players. */

import { api } from '../api/http';
import { checkCookies, holdSeat } from '../api/seat';
import { router } from '../app/router.svelte';
import { loadSetup } from '../newgame/gameSetup';
import type { Chapter } from './lessons';
import { updateProgress, withGame } from './progress';

const LEVEL = 'learner';

/** Begin a chapter, with the pace and the name that were chosen for other games. Throws `RequestError`. */
export async function openChapter(chapter: Chapter): Promise<void> {
  checkCookies();
  const { pace, name } = loadSetup(await api.meta());
  const others = Array.from({ length: chapter.players - 1 }, () => ({ kind: 'computer', bot: LEVEL }) as const);
  const seated = await api.create({
    settings: { position: chapter.position, pace, hints: 'solo' },
    seats: [{ kind: 'person', name }, ...others],
    starts: true,
  });
  await holdSeat(seated);
  updateProgress((progress) => withGame(progress, { game: seated.game, chapter: chapter.name, done: [] }));
  router.go(`/game/${seated.game}`);
}
