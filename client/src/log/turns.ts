/** The story of a game: what happened, put into chapters of a turn each, and what one has missed. */

import type { Happening } from '../api/messages';
import type { Counts } from '../table/bundles';
import { plus, readCounts } from '../table/bundles';
import { actionOf, CHANCE, wordOf } from '../table/events';

/** A turn of the story, or the founding before the first one. */
export interface Chapter {
  key: number;
  seat: number | null;
  isFounding: boolean;
  happenings: Happening[];
}

/** Whether a turn ends with a happening. */
function endsTurn(happening: Happening): boolean {
  return wordOf(happening) === 'end';
}

const FOUNDING = new Set(['start', 'settle', 'road']);

/** Whether a happening belongs to a new chapter: after the end of a turn, and where the first roll ends the founding. */
function begins(happening: Happening, chapter: Chapter | undefined, hasEnded: boolean): boolean {
  if (chapter === undefined || hasEnded) return true;
  return chapter.isFounding && !FOUNDING.has(wordOf(happening)) && happening.seat !== null;
}

/** Who acted in a happening; null if nobody at the table did. */
function actor(happening: Happening): number | null {
  return happening.seat === CHANCE ? null : happening.seat;
}

/** Put happenings into chapters of a turn each; those of which there is nothing to say are left out. */
export function chapters(story: readonly Happening[]): Chapter[] {
  const list: Chapter[] = [];
  let hasEnded = false;
  for (const happening of story) {
    if (begins(happening, list.at(-1), hasEnded)) {
      const isFounding = list.length === 0 && FOUNDING.has(wordOf(happening));
      list.push({ key: happening.event, seat: null, isFounding, happenings: [] });
    }
    const chapter = list.at(-1)!;
    const isActor = happening.seat !== null && happening.seat !== CHANCE;
    if (chapter.seat === null && isActor && !chapter.isFounding) chapter.seat = happening.seat;
    if (happening.said.length > 0) chapter.happenings.push(happening);
    hasEnded = endsTurn(happening);
  }
  const [first] = list;
  if (first?.isFounding && list.length > 1 && new Set(first.happenings.map(actor)).size < 2) {
    first.isFounding = false; // the story begins in the middle of a turn
    first.seat = first.happenings.map(actor).find((seat) => seat !== null) ?? null;
  }
  return list.filter((chapter) => chapter.happenings.length > 0);
}

/** Words of plies that matter to somebody who was away; talk, rolls and passing do not. */
const NOTABLE = new Set([
  ...['settle', 'city', 'road', 'buy', 'knight', 'roadbuilding', 'plenty', 'monopoly', 'deal', 'take', 'bank'],
  ...['robber', 'stole', 'took', 'discard', 'give', 'force', 'calm', 'retire'],
]);

export interface Missed {
  sentences: { event: number; seat: number | null; text: string }[];
  gained: Counts;
  lost: Counts; // stolen, or given back after a seven
  rolls: number;
}

/** Where a seat last ended its own turn: the first end after its last roll; passing in a special build phase is none. */
function endOfTurn(story: readonly Happening[], you: number): number {
  const rolled = story.findLastIndex((one) => one.seat === you && wordOf(one) === 'roll');
  return story.findIndex((one, index) => index > rolled && one.seat === you && endsTurn(one));
}

/** What a happening took from a hand: cards that were stolen, claimed, or given back. Only what its owner is told. */
function lost(happening: Happening, you: number): Counts {
  const words = actionOf(happening).split(' ');
  if (['stole', 'took'].includes(words[1] ?? '') && words[4] === String(you)) return { [words[2] ?? '']: 1 };
  if (happening.seat === you && words[0] === 'discard') return readCounts(words.slice(1).join(' '));
  return {};
}

/**
 * Tell what happened since a seat last ended its turn; null if it has not ended one yet or nothing followed. Where the
 * story that is known begins later than that, all of it is told.
 */
export function missed(story: readonly Happening[], you: number): Missed | null {
  const from = endOfTurn(story, you);
  const isCut = from < 0 && !story.some((one) => one.seat === you) && story.some(endsTurn);
  if ((from < 0 && !isCut) || from === story.length - 1) return null;
  const found: Missed = { sentences: [], gained: {}, lost: {}, rolls: 0 };
  for (const happening of story.slice(from + 1)) {
    if (wordOf(happening) === 'rolled') found.rolls += 1;
    if (happening.is_undone) continue;
    found.gained = plus(found.gained, happening.gains?.[you] ?? {});
    found.lost = plus(found.lost, lost(happening, you));
    const isNotable = happening.seat === null || NOTABLE.has(wordOf(happening)) || happening.said.length > 1;
    if (!isNotable) continue;
    for (const text of happening.said) found.sentences.push({ event: happening.event, seat: happening.seat, text });
  }
  return found;
}

/** The latest that was said in the story, in one line. */
export function latest(story: readonly Happening[]): string {
  return story.findLast((happening) => happening.said.length > 0)?.said.join(' ') ?? '';
}
