/** The log of a game: its events grouped by turn, and what a player missed. */

import type { Happening } from '../api/messages';
import { plus, readCounts } from '../table/bundles';
import type { Counts } from '../table/bundles';
import { actionOf, CHANCE, wordOf } from '../table/events';

/** The events of one turn, or of the founding. */
export interface LogTurn {
  key: number;
  seat: number | null;
  isFounding: boolean;
  happenings: Happening[];
}

/** Whether an event ends a turn. */
function endsTurn(happening: Happening): boolean {
  return wordOf(happening) === 'end';
}

const FOUNDING = new Set(['start', 'settle', 'road']);

/** Whether an event starts a new group: after the end of a turn, and where the first roll ends the founding. */
function begins(happening: Happening, turn: LogTurn | undefined, hasEnded: boolean): boolean {
  if (turn === undefined || hasEnded) return true;
  return turn.isFounding && !FOUNDING.has(wordOf(happening)) && happening.seat !== null;
}

/** The seat that acted; null for chance. */
function actor(happening: Happening): number | null {
  return happening.seat === CHANCE ? null : happening.seat;
}

/** Group events by turn; events without a sentence are left out. */
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
    first.isFounding = false; // the known log starts in the middle of a turn
    first.seat = first.happenings.map(actor).find((seat) => seat !== null) ?? null;
  }
  return list.filter((turn) => turn.happenings.length > 0);
}

/** Plies that matter to a player who was away; trade talk, rolls and passing do not. */
const NOTABLE = new Set([
  ...['settle', 'city', 'road', 'buy', 'knight', 'roadbuilding', 'plenty', 'monopoly', 'deal', 'take', 'bank'],
  ...['robber', 'stole', 'took', 'discard', 'give', 'force', 'calm', 'retire'],
]);

export interface Missed {
  sentences: { event: number; seat: number | null; text: string }[];
  gained: Counts;
  lost: Counts; // stolen or discarded
  rolls: number;
}

/** The index where a seat last ended its turn: the first end after its last roll; passing in a special build phase does not count. */
function endOfTurn(log: readonly Happening[], you: number): number {
  const rolled = log.findLastIndex((one) => one.seat === you && wordOf(one) === 'roll');
  return log.findIndex((one, index) => index > rolled && one.seat === you && endsTurn(one));
}

/** The cards that an event took from a hand: stolen, claimed or discarded, as far as the seat may know. */
function lost(happening: Happening, you: number): Counts {
  const words = actionOf(happening).split(' ');
  if (['stole', 'took'].includes(words[1] ?? '') && words[4] === String(you)) return { [words[2] ?? '']: 1 };
  if (happening.seat === you && words[0] === 'discard') return readCounts(words.slice(1).join(' '));
  return {};
}

/**
 * What happened since a seat last ended its turn; null if it has not ended one yet or nothing followed. If the known
 * log starts later than that, all of it counts.
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

/** The latest sentence of the log. */
export function latest(log: readonly Happening[]): string {
  return log.findLast((happening) => happening.said.length > 0)?.said.join(' ') ?? '';
}
