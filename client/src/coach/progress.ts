/** What this browser keeps of the lessons: finished chapters, what was explained, and the games with a coach. */

import { load, save } from '../app/storage';
import { COACH } from '../table/coached';

/** A game with a coach, and the steps of its chapter that are behind you. */
export interface CoachedGame {
  game: string;
  chapter: string;
  done: readonly string[];
  isFinished?: boolean;
}

export interface Progress {
  finished: readonly string[]; // chapters
  learned: readonly string[]; // steps, in any game
  games: readonly CoachedGame[]; // the latest first
}

const NOTHING: Progress = { finished: [], learned: [], games: [] };
const MAX_GAMES = 20;

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function gamesOf(value: unknown): CoachedGame[] {
  const list = Array.isArray(value) ? (value as Partial<CoachedGame>[]) : [];
  return list
    .filter((one) => typeof one?.game === 'string' && typeof one.chapter === 'string')
    .map((one) => ({
      game: one.game!,
      chapter: one.chapter!,
      done: texts(one.done),
      isFinished: one.isFinished === true,
    }));
}

/** Parse what is stored; what cannot be read is left out. */
export function parseProgress(text: string | null): Progress {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<Progress> | null;
    if (typeof stored !== 'object' || stored === null) return NOTHING;
    return { finished: texts(stored.finished), learned: texts(stored.learned), games: gamesOf(stored.games) };
  } catch {
    return NOTHING; // not JSON
  }
}

const together = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** With the steps of a game that are behind you; the game is now the latest. */
export function withGame(progress: Progress, played: CoachedGame): Progress {
  const others = progress.games.filter((one) => one.game !== played.game);
  return {
    ...progress,
    learned: together(progress.learned, played.done),
    games: [played, ...others].slice(0, MAX_GAMES),
  };
}

export function withFinished(progress: Progress, chapter: string): Progress {
  return { ...progress, finished: together(progress.finished, [chapter]) };
}

export function withoutGame(progress: Progress, game: string): Progress {
  return { ...progress, games: progress.games.filter((one) => one.game !== game) };
}

/** The game to go on with: the latest, unless its chapter is finished. */
export function unfinished({ games }: Progress): CoachedGame | null {
  const [latest] = games;
  return latest && !latest.isFinished ? latest : null;
}

export function loadProgress(): Progress {
  return parseProgress(load(COACH));
}

/** Change what is stored; another tab may have changed it too. */
export function updateProgress(change: (progress: Progress) => Progress): Progress {
  const progress = change(loadProgress());
  save(COACH, JSON.stringify(progress));
  return progress;
}
