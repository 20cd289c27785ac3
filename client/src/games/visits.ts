/** The games that were played from this browser: which ones, and where each stands. */

/** A game that this browser has been to. */
export interface Visit {
  game: string;
  at: number; // milliseconds since 1970
  isOver?: boolean; // when it was last asked for
}

export const MAX_VISITS = 30;
const KEY = 'longroad.games';

function isVisit(value: unknown): value is Visit {
  const visit = value as Visit | null;
  return typeof visit?.game === 'string' && /^[\w-]{1,64}$/.test(visit.game) && typeof visit.at === 'number';
}

/** Read kept visits, the latest first. */
export function readVisits(text: string | null): Visit[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isVisit).sort((one, other) => other.at - one.at) : [];
  } catch {
    return [];
  }
}

/** Put a game to the front; the oldest go. */
export function visited(visits: readonly Visit[], game: string, at: number): Visit[] {
  return [{ game, at }, ...visits.filter((visit) => visit.game !== game)].slice(0, MAX_VISITS);
}

export function loadVisits(): Visit[] {
  try {
    return readVisits(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

function keep(visits: readonly Visit[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(visits));
  } catch {
    // A browser that keeps nothing shows no list.
  }
}

/** Remember a game that is played or watched here. */
export function rememberGame(game: string): void {
  keep(visited(loadVisits(), game, Date.now()));
}

/** Note whether a game was over when it was asked for. */
export function noteGame(game: string, isOver: boolean): void {
  keep(loadVisits().map((visit) => (visit.game === game ? { ...visit, isOver } : visit)));
}

/** Take a game off the list. */
export function forgetGame(game: string): void {
  keep(loadVisits().filter((visit) => visit.game !== game));
}
