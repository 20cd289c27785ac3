/** The log of a game: what happened, put into turnsOf of a turn each, and what one has missed. */

import type { Happening } from '../api/messages';
import type { Counts } from '../table/bundles';
import { plus, readCounts } from '../table/bundles';
import { actionOf, CHANCE, wordOf } from '../table/events';

/** A turn of the log, or the founding before the first one. */
export interface LogTurn {
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

/** Whether a happening belongs to a new turn: after the end of a turn, and where the first roll ends the founding. */
function begins(happening: Happening, turn: LogTurn | undefined, hasEnded: boolean): boolean {
  if (turn === undefined || hasEnded) return true;
  return turn.isFounding && !FOUNDING.has(wordOf(happening)) && happening.seat !== null;
}

/** Who acted in a happening; null if nobody at the table did. */
function actor(happening: Happening): number | null {
  return happening.seat === CHANCE ? null : happening.seat;
}

/** Put happenings into turnsOf of a turn each; those of which there is nothing to say are left out. */
export function turnsOf(log: readonly Happening[]): LogTurn[] {
  const list: LogTurn[] = [];
  let hasEnded = false;
  for (const happening of log) {
    if (begins(happening, list.at(-1), hasEnded)) {
      const isFounding = list.length === 0 && FOUNDING.has(wordOf(happening));
      list.push({ key: happening.event, seat: null, isFounding, happenings: [] });
    }
    const turn = list.at(-1)!;
    const isActor = happening.seat !== null && happening.seat !== CHANCE;
    if (turn.seat === null && isActor && !turn.isFounding) turn.seat = happening.seat;
    if (happening.said.length > 0) turn.happenings.push(happening);
    hasEnded = endsTurn(happening);
  }
  const [first] = list;
  if (first?.isFounding && list.length > 1 && new Set(first.happenings.map(actor)).size < 2) {
    first.isFounding = false; // the log begins in the middle of a turn
    first.seat = first.happenings.map(actor).find((seat) => seat !== null) ?? null;
  }
  return list.filter((turn) => turn.happenings.length > 0);
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
function endOfTurn(log: readonly Happening[], you: number): number {
  const rolled = log.findLastIndex((one) => one.seat === you && wordOf(one) === 'roll');
  return log.findIndex((one, index) => index > rolled && one.seat === you && endsTurn(one));
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
 * log that is known begins later than that, all of it is told.
 */
export function missed(log: readonly Happening[], you: number): Missed | null {
  const from = endOfTurn(log, you);
  const isCut = from < 0 && !log.some((one) => one.seat === you) && log.some(endsTurn);
  if ((from < 0 && !isCut) || from === log.length - 1) return null;
  const found: Missed = { sentences: [], gained: {}, lost: {}, rolls: 0 };
  for (const happening of log.slice(from + 1)) {
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

/** The latest that was said in the log, in one line. */
export function latest(log: readonly Happening[]): string {
  return log.findLast((happening) => happening.said.length > 0)?.said.join(' ') ?? '';
}
