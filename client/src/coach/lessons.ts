/** The lessons: chapters, each with a position of its own, and what comes up in it. */

import { ALWAYS, BANK, BUILD, CARDS, FOUNDING, GAME, LONGEST, ROBBER, ROLL, once, TRADE, WINNING } from './first';
import positions from './positions.json';
import type { Step } from './step';
import { DUEL_BUILD, DUEL_CARDS, DUEL_ROLLS, SPECIAL } from './variants';

/** A chapter can be played at any time: its game begins at a prepared position. */
export interface Chapter {
  name: string; // its title is the message `coach.chapter_NAME`
  position: string; // in notation; you have the first seat
  players: number;
  steps: readonly Step[];
  isGame?: boolean; // a whole game: what was learned before is not explained again
}

export interface Lesson {
  name: string; // its title is the message `coach.lesson_NAME`
  chapters: readonly Chapter[];
}

function chapter(name: keyof typeof positions, steps: readonly Step[], players = 4): Chapter {
  return { name, position: positions[name], players, steps: once([...steps, ...ALWAYS]) };
}

export const LESSONS: readonly Lesson[] = [
  {
    name: 'first',
    chapters: [
      chapter('founding', FOUNDING),
      chapter('roll', ROLL),
      chapter('build', BUILD),
      chapter('bank', BANK),
      chapter('trade', TRADE),
      chapter('robber', ROBBER),
      chapter('cards', CARDS),
      chapter('road', LONGEST),
      chapter('winning', WINNING),
      { ...chapter('founding', []), name: 'game', steps: GAME, isGame: true },
    ],
  },
  {
    name: 'duel',
    chapters: [
      chapter('duel_rolls', DUEL_ROLLS, 2),
      chapter('duel_build', DUEL_BUILD, 2),
      chapter('duel_cards', DUEL_CARDS, 2),
    ],
  },
  { name: 'six', chapters: [chapter('six_special', SPECIAL, 6)] },
];

const CHAPTERS: readonly Chapter[] = LESSONS.flatMap((lesson) => lesson.chapters);

export function chapterOf(name: string): Chapter | null {
  return CHAPTERS.find((one) => one.name === name) ?? null;
}

/** The chapter after another one, in the same lesson. */
export function nextOf(name: string): Chapter | null {
  const chapters = LESSONS.map((lesson) => lesson.chapters).find((list) => list.some((one) => one.name === name)) ?? [];
  return chapters[chapters.findIndex((one) => one.name === name) + 1] ?? null;
}
