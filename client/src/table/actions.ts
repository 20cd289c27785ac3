/** Legal actions as the server wrote them, read for showing: the page never decides what is legal, it only sorts. */

import type { Counts } from './bundles';
import { readCounts } from './bundles';

/** What an action of the notation says. `kind` is its first word; building for a neutral player has kinds of its own. */
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

/** Read an action of the notation. */
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

/** Sort actions by their kind, in the order in which they came. */
export function byKind(actions: readonly string[]): Map<string, ParsedAction[]> {
  const kinds = new Map<string, ParsedAction[]>();
  for (const parsed of actions.map(readAction)) {
    const same = kinds.get(parsed.kind);
    if (same) same.push(parsed);
    else kinds.set(parsed.kind, [parsed]);
  }
  return kinds;
}

/** What kind of place an action of a kind is about. */
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

/** The kinds that are chosen on the board. */
export function placedKinds(kinds: Map<string, ParsedAction[]>): string[] {
  return [...kinds.keys()].filter((kind) => whereOf(kind) !== null);
}

/** The kind whose places are lit without being chosen first: where nothing can be done but choosing a place. */
export function soleKind(kinds: Map<string, ParsedAction[]>): string | null {
  const placed = placedKinds(kinds);
  const others = [...kinds.keys()].filter((kind) => whereOf(kind) === null && kind !== 'stop');
  return placed.length === 1 && others.length === 0 ? placed[0]! : null;
}

/** The kinds that some panel shows in a way of its own; all others stand in the plain list. */
const SHOWN = new Set([
  ...['roll', 'end', 'buy', 'stop', 'settle', 'city', 'road', 'robber', 'rob', 'knight', 'roadbuilding', 'plenty'],
  ...['monopoly', 'bank', 'accept', 'refuse', 'withdraw', 'deal', 'take', 'force', 'calm', 'retire'],
  ...['neutral-settle', 'neutral-road'],
]);

/** The actions that no panel knows; they are shown as a plain list, so that nothing legal is out of reach. */
export function unshown(kinds: Map<string, ParsedAction[]>): ParsedAction[] {
  return [...kinds].filter(([kind]) => !SHOWN.has(kind)).flatMap(([, actions]) => actions);
}
