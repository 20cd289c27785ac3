/** What this browser knows of puzzles that were answered: which were right, and how many days in a row. */

import { load, save } from '../app/storage';

export interface Progress {
  answered: Readonly<Record<string, boolean>>; // by id: whether the first answer was right
  days: number; // in a row, whose puzzle was solved
  mostDays: number;
  lastDay: string; // of these, as YYYY-MM-DD; empty at first
}

const KEY = 'longroad.puzzles';
const DAY_MS = 86_400_000;
export const NOTHING: Progress = { answered: {}, days: 0, mostDays: 0, lastDay: '' };

/** The day before another one. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}

/** The days in a row, as of today: a day without its puzzle ends them, once it is over. */
export function streak({ days, lastDay }: Progress, today: string): number {
  return lastDay !== '' && (lastDay === today || lastDay === dayBefore(today)) ? days : 0;
}

/** How many puzzles were solved, and how many were answered. */
export function score({ answered }: Progress): { right: number; all: number } {
  const answers = Object.values(answered);
  return { right: answers.filter(Boolean).length, all: answers.length };
}

/**
 * Note an answer; only the first one to a puzzle counts. `day` is given for the puzzle of the day, which counts for the
 * days in a row even if it was answered before among those of its theme.
 */
export function withAnswer(progress: Progress, id: string, isRight: boolean, day: string | null): Progress {
  const isKnown = id in progress.answered;
  if (isKnown && (day === null || day === progress.lastDay)) return progress;
  const answered = isKnown ? progress.answered : { ...progress.answered, [id]: isRight };
  if (day === null) return { ...progress, answered };
  const days = isRight ? streak(progress, day) + 1 : 0;
  return { answered, days, mostDays: Math.max(days, progress.mostDays), lastDay: day };
}

/** The next puzzle after another one: the first without an answer, else the one that follows. */
export function nextOf(ids: readonly string[], after: string, { answered }: Progress): string | null {
  const start = ids.indexOf(after) + 1;
  const turned = [...ids.slice(start), ...ids.slice(0, start)].filter((id) => id !== after);
  return turned.find((id) => !(id in answered)) ?? turned[0] ?? null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** Parse what was stored; what cannot be read counts as nothing. */
export function parseProgress(text: string | null): Progress {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<Progress> | null;
    if (typeof stored !== 'object' || stored === null || typeof stored.answered !== 'object') return NOTHING;
    const answered = Object.entries(stored.answered ?? {}).filter(([, isRight]) => typeof isRight === 'boolean');
    const isDay = /^\d{4}-\d\d-\d\d$/.test(stored.lastDay ?? '');
    return {
      answered: Object.fromEntries(answered),
      days: isDay && isCount(stored.days) ? stored.days : 0,
      mostDays: isCount(stored.mostDays) ? stored.mostDays : 0,
      lastDay: isDay ? stored.lastDay! : '',
    };
  } catch {
    return NOTHING; // not JSON
  }
}

export function loadProgress(): Progress {
  return parseProgress(load(KEY));
}

export function saveProgress(progress: Progress): void {
  save(KEY, JSON.stringify(progress));
}
