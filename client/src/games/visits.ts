/** The games that this browser has visited. */

import { load, save } from '../app/storage';

/** A visited game. */
export interface Visit {
  game: string;
  at: number; // milliseconds since 1970
  isOver?: boolean; // at the last visit
}

export const MAX_VISITS = 30;
const KEY = 'longroad.games';

function isVisit(value: unknown): value is Visit {
  const visit = value as Visit | null;
  return typeof visit?.game === 'string' && /^[\w-]{1,64}$/.test(visit.game) && typeof visit.at === 'number';
}

/** Parse stored visits, the latest first. */
export function parseVisits(text: string | null): Visit[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isVisit).sort((one, other) => other.at - one.at) : [];
  } catch {
    return [];
  }
}

/** Move a game to the front; the oldest are dropped. */
export function visited(visits: readonly Visit[], game: string, at: number): Visit[] {
  return [{ game, at }, ...visits.filter((visit) => visit.game !== game)].slice(0, MAX_VISITS);
}

export function loadVisits(): Visit[] {
  return parseVisits(load(KEY));
}

function saveVisits(visits: readonly Visit[]): void {
  save(KEY, JSON.stringify(visits));
}

/** Add a game that is played or watched here. */
export function rememberGame(game: string): void {
  saveVisits(visited(loadVisits(), game, Date.now()));
}

/** Note whether a game is over. */
export function noteGame(game: string, isOver: boolean): void {
  saveVisits(loadVisits().map((visit) => (visit.game === game ? { ...visit, isOver } : visit)));
}

/** Remove a game from the list. */
export function forgetGame(game: string): void {
  saveVisits(loadVisits().filter((visit) => visit.game !== game));
}
