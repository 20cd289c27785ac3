/** Parses the server's legal actions for display. The page never decides what is legal. */

import { readCounts } from './bundles';
import type { Counts } from './bundles';

/** An action in notation, parsed. `kind` is its first word; building for a neutral player has its own kinds. */
export interface ParsedAction {
  text: string;
  kind: string;
  place: number | null;
  seat: number | null;
  give: Counts;
  take: Counts;
}

const PLACED = ['settle', 'city', 'road', 'robber'];
const SEATED = ['rob', 'deal', 'take'];

function numberIn(word: string | undefined): number | null {
  return word !== undefined && /^\d+$/.test(word) ? Number(word) : null;
}

/** Parse an action in notation. */
export function readAction(text: string): ParsedAction {
  const [word = '', ...rest] = text.split(' ');
  const parsed: ParsedAction = { text, kind: word, place: null, seat: null, give: {}, take: {} };
  if (PLACED.includes(word)) {
    parsed.place = numberIn(rest[0]);
    if (rest[1] === 'for') {
      parsed.kind = `neutral-${word}`;
      parsed.seat = numberIn(rest[2]);
    }
  } else if (SEATED.includes(word)) {
    parsed.seat = numberIn(rest[0]);
  } else if (word === 'plenty') {
    parsed.take = readCounts(rest.join(' '));
  } else if (word === 'monopoly') {
    parsed.take = rest[0] ? { [rest[0]]: 1 } : {};
  } else {
    const [give = '', take = ''] = rest.join(' ').split(/ to /)[0]!.split(/ for /);
    parsed.give = readCounts(give);
    parsed.take = readCounts(take);
  }
  return parsed;
}

/** The seats that an offer asks. */
export function askedSeats(offer: ParsedAction): number[] {
  return (/ to ([\d ]+)$/.exec(offer.text)?.[1] ?? '').split(' ').filter(Boolean).map(Number);
}

/** Group actions by kind, keeping their order. */
export function byKind(actions: readonly string[]): Map<string, ParsedAction[]> {
  const kinds = new Map<string, ParsedAction[]>();
  for (const parsed of actions.map(readAction)) {
    const same = kinds.get(parsed.kind);
    if (same) same.push(parsed);
    else kinds.set(parsed.kind, [parsed]);
  }
  return kinds;
}

/** The kind of place that an action needs. */
export type Where = 'site' | 'path' | 'hex';

const WHERE: Record<string, Where> = {
  settle: 'site',
  city: 'site',
  road: 'path',
  robber: 'hex',
  'neutral-settle': 'site',
  'neutral-road': 'path',
};

export function whereOf(kind: string): Where | null {
  return WHERE[kind] ?? null;
}

/** The kinds of action that are chosen on the board. */
export function placedKinds(kinds: Map<string, ParsedAction[]>): string[] {
  return [...kinds.keys()].filter((kind) => whereOf(kind) !== null);
}

/** The kind whose places are lit at once: if there is nothing to do but choose a place. */
export function soleKind(kinds: Map<string, ParsedAction[]>): string | null {
  const placed = placedKinds(kinds);
  const others = [...kinds.keys()].filter((kind) => whereOf(kind) === null && kind !== 'stop');
  return placed.length === 1 && others.length === 0 ? placed[0]! : null;
}

/** The kinds with a control of their own; all others are in the plain list. */
const SHOWN = new Set([
  ...['roll', 'end', 'buy', 'stop', 'settle', 'city', 'road', 'robber', 'rob', 'knight', 'roadbuilding', 'plenty'],
  ...['monopoly', 'bank', 'accept', 'refuse', 'withdraw', 'deal', 'take', 'force', 'calm', 'retire'],
  ...['neutral-settle', 'neutral-road'],
]);

/** The actions without a control of their own; they are shown as a list, so that every legal action can be taken. */
export function unshown(kinds: Map<string, ParsedAction[]>): ParsedAction[] {
  return [...kinds].filter(([kind]) => !SHOWN.has(kind)).flatMap(([, actions]) => actions);
}
