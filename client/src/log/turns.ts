/** The log of a game: its events grouped by turn, and what a player missed. */

import type { LogEntry } from '../api/messages';
import { plus, readCounts } from '../table/bundles';
import type { Counts } from '../table/bundles';
import { actionOf, CHANCE, wordOf } from '../table/events';

/** The events of one turn, or of the founding. */
export interface LogTurn {
  key: number;
  seat: number | null;
  isFounding: boolean;
  entries: LogEntry[];
}

/** Whether an event ends a turn. */
function endsTurn(entry: LogEntry): boolean {
  return wordOf(entry) === 'end';
}

const FOUNDING = new Set(['start', 'settle', 'road']);

/** Whether an event starts a new group: after the end of a turn, and where the first roll ends the founding. */
function begins(entry: LogEntry, turn: LogTurn | undefined, hasEnded: boolean): boolean {
  if (turn === undefined || hasEnded) return true;
  return turn.isFounding && !FOUNDING.has(wordOf(entry)) && entry.seat !== null;
}

/** The seat that acted; null for chance. */
function actor(entry: LogEntry): number | null {
  return entry.seat === CHANCE ? null : entry.seat;
}

/** Group events by turn; events without a sentence are left out. */
export function turnsOf(log: readonly LogEntry[]): LogTurn[] {
  const list: LogTurn[] = [];
  let hasEnded = false;
  for (const entry of log) {
    if (begins(entry, list.at(-1), hasEnded)) {
      const word = wordOf(entry); // a founding begins with a settlement; a road is of a turn whose beginning is not known
      const isFounding = list.length === 0 && FOUNDING.has(word) && word !== 'road';
      list.push({ key: entry.event, seat: null, isFounding, entries: [] });
    }
    const turn = list.at(-1)!;
    const isActor = entry.seat !== null && entry.seat !== CHANCE;
    if (turn.seat === null && isActor && !turn.isFounding) turn.seat = entry.seat;
    if (entry.sentences.length > 0) turn.entries.push(entry);
    hasEnded = endsTurn(entry);
  }
  const [first] = list;
  if (first?.isFounding && list.length > 1 && new Set(first.entries.map(actor)).size < 2) {
    first.isFounding = false; // the known log starts in the middle of a turn
    first.seat = first.entries.map(actor).find((seat) => seat !== null) ?? null;
  }
  return list.filter((turn) => turn.entries.length > 0);
}

/** Plies of talk about trades; deals are not talk. */
const TALK = new Set(['offer', 'accept', 'refuse', 'counter', 'propose', 'withdraw']);
const SHORTEST_FOLD = 3; // lines

/** Some events of a turn in a row: talk about trades, or one other event. */
export interface LogRun {
  key: number;
  entries: LogEntry[];
  isFolded: boolean;
}

const isTalk = (entry: LogEntry | undefined) => entry !== undefined && TALK.has(wordOf(entry));

/** Join the events of a turn into runs; those of talk are folded, but not the latest line of the log. */
export function runsOf(entries: readonly LogEntry[], latest: number): LogRun[] {
  const runs: LogRun[] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const continues = isTalk(entry) && isTalk(run?.entries[0]) && entry.event !== latest;
    if (run && continues) run.entries.push(entry);
    else runs.push({ key: entry.event, entries: [entry], isFolded: false });
  }
  return runs.map((run) => ({ ...run, isFolded: run.entries.length >= SHORTEST_FOLD }));
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
function endOfTurn(log: readonly LogEntry[], you: number): number {
  const rolled = log.findLastIndex((one) => one.seat === you && wordOf(one) === 'roll');
  return log.findIndex((one, index) => index > rolled && one.seat === you && endsTurn(one));
}

/** The cards that an event took from a hand: stolen, claimed or discarded, as far as the seat may know. */
function lost(entry: LogEntry, you: number): Counts {
  const words = actionOf(entry).split(' ');
  if (['stole', 'took'].includes(words[1] ?? '') && words[4] === String(you)) return { [words[2] ?? '']: 1 };
  if (entry.seat === you && words[0] === 'discard') return readCounts(words.slice(1).join(' '));
  return {};
}

/**
 * What happened since a seat last ended its turn; null if it has not ended one yet or nothing followed. If the known
 * log starts later than that, all of it counts.
 */
export function missed(log: readonly LogEntry[], you: number): Missed | null {
  const from = endOfTurn(log, you);
  const isCut = from < 0 && !log.some((one) => one.seat === you) && log.some(endsTurn);
  if ((from < 0 && !isCut) || from === log.length - 1) return null;
  const found: Missed = { sentences: [], gained: {}, lost: {}, rolls: 0 };
  for (const entry of log.slice(from + 1)) {
    if (wordOf(entry) === 'rolled') found.rolls += 1;
    if (entry.is_undone) continue;
    found.gained = plus(found.gained, entry.gains?.[you] ?? {});
    found.lost = plus(found.lost, lost(entry, you));
    const isNotable = entry.seat === null || NOTABLE.has(wordOf(entry)) || entry.sentences.length > 1;
    if (!isNotable) continue;
    for (const text of entry.sentences) found.sentences.push({ event: entry.event, seat: entry.seat, text });
  }
  return found;
}

/** The latest sentence of the log. */
export function latest(log: readonly LogEntry[]): string {
  return log.findLast((entry) => entry.sentences.length > 0)?.sentences.join(' ') ?? '';
}
