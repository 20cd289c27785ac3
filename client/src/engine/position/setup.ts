/** Positions that are set up by hand: from plain values to a state, and everything that is wrong with it. */

import type { Draft, DraftPlace } from '../../api/messages';
import type { Engine, State } from '../engine';
import {
  ACTOR,
  CARD_KINDS,
  CARDS,
  CITY_CODE,
  DECK,
  DUEL,
  FIRST,
  FRESH,
  HAND,
  HEX_SET,
  KNIGHTS,
  LARGEST,
  LONGEST,
  NOBODY,
  PATH_SET,
  PATHS,
  PHASE,
  PLAYERS,
  RESOURCES,
  ROADS,
  ROBBER,
  ROLLED,
  ROLLS,
  SEAT_SET,
  SEATS,
  SITE,
  SITE_SET,
  SITES,
  TERRAIN,
  TOKEN,
  TRADE_CARDS,
  TURN,
  TURNS,
  WORD_BITS,
} from '../layout';
import { HARBOR_KINDS, LANDS } from '../setupTables';
import { CARD_WORDS, PHASE_NAMES, RESOURCE_NAMES } from '../tables';
import { positionText, rulesetText } from './positionText';
import { draftOf, TRADE_CARDS_LABEL, type DraftLand } from './setupDraft';
import { seatOrNull } from './snapshot';

/** Something that is wrong: its kind in the table of findings, what is counted, and where it is. */
export interface Finding {
  kind: number;
  value: number;
  given: number;
  standard: number;
  places: DraftPlace[];
}

/** A setup that was checked; its position and state if nothing is wrong. */
export interface CheckedSetup {
  draft: Draft; // with the special cards where they belong
  findings: Finding[];
  position: string | null;
  bytes: Uint8Array | null;
}

/** The draft of a state, checked: what an editor begins with. */
export function openedSetup(engine: Engine, state: State, ruleset: string, land: DraftLand): CheckedSetup {
  return checkedSetup(engine, state, draftOf(state, ruleset, land));
}

/** Check a draft that was made from a position, whose state is `base`. */
export function checkedSetup(engine: Engine, base: State, draft: Draft): CheckedSetup {
  const { state, rows } = engine.checkSetup(stateOf(engine, base, draft), harborsOf(draft), draft.stack !== null);
  const findings = rows.map(findingOf);
  if (findings.length > 0) return { draft, findings, position: null, bytes: null };
  const complete = {
    ...draft,
    ruleset: rulesetText(draft.ruleset, draft.phase, state.small[FIRST]!),
    longest_road: seatOrNull(state.small[LONGEST]!),
    largest_army: seatOrNull(state.small[LARGEST]!),
  };
  return { draft: complete, findings, position: positionText(engine, state, complete), bytes: state.toBytes() };
}

// --- from a draft to a state ---

/** The state of a draft; what follows from the rest may be wrong. */
function stateOf(engine: Engine, base: State, draft: Draft): State {
  const keepsFields = Object.keys(draft.fields).some((label) => !TRADE_CARDS_LABEL.test(label));
  const state = keepsFields ? base.copy() : engine.cleared(base);
  const { small, words } = state;
  small[PHASE] = PHASE_NAMES.indexOf(draft.phase as (typeof PHASE_NAMES)[number]);
  small[TURN] = draft.turn;
  if (!('actor' in draft.fields)) small[ACTOR] = draft.turn;
  words[TURNS] = BigInt(draft.turn_number);
  small[ROLLS] = draft.rolled.length;
  small.set([...draft.rolled, 0, 0].slice(0, 2), ROLLED);
  small[LONGEST] = draft.longest_road ?? NOBODY;
  small[LARGEST] = draft.largest_army ?? NOBODY;
  putBoard(state, draft);
  putCards(state, draft);
  return state;
}

function putBoard({ small, words }: State, draft: Draft): void {
  const lands = draft.terrain.map((land) => LANDS.indexOf(land));
  small.set(lands, TERRAIN);
  small.set(draft.tokens, TOKEN);
  small[ROBBER] = draft.robber;
  small.fill(0, SITE, SITE + SITES);
  for (const [site, { kind, seat }] of Object.entries(draft.buildings)) {
    small[SITE + Number(site)] = 1 + seat + (kind === 'city' ? CITY_CODE : 0);
  }
  words.fill(0n, ROADS, ROADS + 2 * SEATS);
  for (const [path, seat] of Object.entries(draft.roads)) {
    const word = ROADS + 2 * seat + Math.floor(Number(path) / WORD_BITS);
    words[word] = words[word]! | (1n << BigInt(Number(path) % WORD_BITS));
  }
}

function putCards({ small }: State, draft: Draft): void {
  for (let seat = 0; seat < small[PLAYERS]!; seat++) {
    small.set(counted(draft.hands[seat], RESOURCE_NAMES), HAND + RESOURCES * seat);
    small.set(counted(draft.cards[seat], CARD_WORDS), CARDS + CARD_KINDS * seat);
    small.set(counted(draft.fresh[seat], CARD_WORDS), FRESH + CARD_KINDS * seat);
    small[KNIGHTS + seat] = draft.knights[seat] ?? 0;
    if (small[DUEL]) small[TRADE_CARDS + seat] = Number(draft.fields[`${seat}t`] ?? 0);
  }
  if (draft.stack) small.set(counted(draft.stack, CARD_WORDS), DECK);
}

function counted(counts: Readonly<Record<string, number>> | undefined, names: readonly string[]): number[] {
  return names.map((name) => counts?.[name] ?? 0);
}

/** The kind of harbor at each path, 0 for none. */
function harborsOf({ harbors }: Draft): Int8Array {
  const kinds = new Int8Array(PATHS);
  for (const [path, kind] of harbors) kinds[path] = HARBOR_KINDS.indexOf(kind);
  return kinds;
}

// --- from rows to findings ---

function findingOf([kind, value, given, standard, ...sets]: readonly bigint[]): Finding {
  const numbers = { kind: Number(kind), value: Number(value), given: Number(given), standard: Number(standard) };
  return { ...numbers, places: placesIn(sets) };
}

/** The places in sets of hexes, intersections, paths and seats. */
function placesIn(sets: readonly bigint[]): DraftPlace[] {
  const listed = (where: DraftPlace['where'], first: number, words: number) =>
    membersOf(sets.slice(first, first + words)).map((number) => ({ where, number }));
  return [
    ...listed('hex', HEX_SET, 1),
    ...listed('site', SITE_SET, 2),
    ...listed('path', PATH_SET, 2),
    ...listed('seat', SEAT_SET, 1),
  ];
}

function membersOf(words: readonly bigint[]): number[] {
  const bits = words.reduceRight((all, word) => (all << BigInt(WORD_BITS)) | word, 0n);
  return Array.from({ length: WORD_BITS * words.length }, (_, bit) => bit).filter((bit) => (bits >> BigInt(bit)) & 1n);
}
