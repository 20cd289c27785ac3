/** Writes a position that was set up in the notation, as docs/notation.md describes it. */

import type { Counts, Draft } from '../../api/messages';
import type { Engine, State } from '../engine';
import { ACTOR, CARD_KINDS, DECK, DUEL, ISLAND, NOBODY, PLAYERS, ROBBER_START, TURN } from '../layout';
import {
  CARD_LETTERS,
  GIVEN_FIRST,
  HARBOR_KINDS,
  HARBOR_LETTERS,
  HARBOR_WORDS,
  LAND_LETTERS,
  LAND_WORDS,
  LANDS,
  OPTION_NAMES,
  POSITION_FIELDS,
  POSITION_VERSION,
  RESOURCE_LETTERS,
  ROW_STARTS,
  SEAT_ITEMS,
} from '../setupTables';
import { CARD_WORDS, RESOURCE_NAMES } from '../tables';

const FIRST_PHASE = 'roll for start';

/** The position of a sound draft, and its state. */
export function positionText(engine: Engine, state: State, draft: Draft): string {
  const { small } = state;
  const owners = Array.from({ length: small[PLAYERS]! + 2 * small[DUEL]! }, (_, seat) => seat);
  const start = small[ROBBER_START]!;
  const fields = fieldTexts(engine, state, draft);
  const texts = [
    ['robber', start === NOBODY ? `${draft.robber}` : `${draft.robber},from:${start}`],
    ...owners.map((seat) => [`${seat}`, seatText(draft, seat)]),
    ...POSITION_FIELDS.map((label) => [label, fields[label] ?? '']),
  ];
  const labelled = texts.flatMap(([label, text]) => (text ? [`${label}:${text}`] : []));
  return [POSITION_VERSION, draft.ruleset, 'full', islandText(draft, small[ISLAND]!), ...labelled].join('/');
}

/** The land and the harbors of a draft. */
export function islandText(draft: Draft, island: number): string {
  return `${landText(draft)},${harborText(draft, island)}`;
}

/** A ruleset in which it is given who begins, unless that is still rolled for. */
export function rulesetText(text: string, phase: string, first: number): string {
  if (phase === FIRST_PHASE) return text;
  const [preset = '', ...options] = text.split(',');
  const others = options.filter((option) => !/^first_(player|seat):/.test(option));
  if (!GIVEN_FIRST.includes(preset)) others.push('first_player:given');
  if (first > 0) others.push(`first_seat:${first}`);
  const order = (option: string) => OPTION_NAMES.indexOf(option.split(':')[0]!);
  return [preset, ...others.sort((one, other) => order(one) - order(other))].join(',');
}

function fieldTexts(engine: Engine, state: State, draft: Draft): Readonly<Record<string, string>> {
  const { small } = state;
  return {
    ...draft.fields,
    bank: writtenCounts(engine.counts(state).bank, RESOURCE_LETTERS),
    stack: writtenCounts(state.row(DECK, CARD_KINDS), CARD_LETTERS),
    longest: `${draft.longest_road ?? ''}`,
    largest: `${draft.largest_army ?? ''}`,
    turn: turnText(draft),
    actor: small[ACTOR] === small[TURN] ? '' : `${small[ACTOR]}`,
    phase: draft.phase.replaceAll(' ', '-'),
    rolled: draft.rolled.join('.'),
  };
}

function turnText({ phase, turn, turn_number }: Draft): string {
  if (phase === FIRST_PHASE) return '';
  return turn_number ? `${turn}.${turn_number}` : `${turn}`;
}

function landText({ terrain, tokens }: Draft): string {
  const land = terrain.map((kind, hex) => {
    const dot = ROW_STARTS.includes(hex) ? '.' : '';
    return `${dot}${LAND_LETTERS[LANDS.indexOf(kind)]}${tokens[hex] || ''}`;
  });
  return LAND_WORDS[land.join('')] ?? land.join('');
}

function harborText({ harbors }: Draft, island: number): string {
  const ordered = [...harbors].sort(([one], [other]) => one - other);
  const text = ordered.map(([path, kind]) => `${path}${HARBOR_LETTERS[HARBOR_KINDS.indexOf(kind)]}`).join('.');
  return HARBOR_WORDS[island]![text] ?? text;
}

/** What a seat has, in the order of its letters. */
function seatText(draft: Draft, seat: number): string {
  const built = (kind: string) => placesOf(draft.buildings, (piece) => piece.kind === kind && piece.seat === seat);
  const own: Record<string, string> = {
    s: built('settlement'),
    c: built('city'),
    r: placesOf(draft.roads, (owner) => owner === seat),
    h: heldText(draft.hands[seat], RESOURCE_NAMES, RESOURCE_LETTERS),
    d: heldText(draft.cards[seat], CARD_WORDS, CARD_LETTERS),
    f: heldText(draft.fresh[seat], CARD_WORDS, CARD_LETTERS),
    k: `${draft.knights[seat] || ''}`,
  };
  const texts = SEAT_ITEMS.map((letter) => [letter, own[letter] ?? draft.fields[`${seat}${letter}`] ?? '']);
  return texts.flatMap(([letter, text]) => (text ? [`${letter}${text}`] : [])).join(',');
}

function placesOf<T>(values: Readonly<Record<number, T>>, isMeant: (value: T) => boolean): string {
  return Object.keys(values)
    .map(Number)
    .filter((place) => isMeant(values[place]!))
    .sort((one, other) => one - other)
    .join('.');
}

/** Cards by kind, such as `2w1o`; nothing where there are none. */
function heldText(counts: Counts | undefined, names: readonly string[], letters: string): string {
  const held = names.map((name) => counts?.[name] ?? 0);
  return held.some(Boolean) ? writtenCounts(held, letters) : '';
}

/** Cards by kind, such as `2w1o`; `0` for none. */
export function writtenCounts(counts: readonly number[], letters: string): string {
  return counts.map((count, kind) => (count ? `${count}${letters[kind]}` : '')).join('') || '0';
}
