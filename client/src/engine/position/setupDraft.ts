/** A state as plain values that can be edited; the library makes the same of a position (src/longroad/server/drafts.py). */

import type { Draft } from '../../api/messages';
import type { State } from '../engine';
import {
  ACCEPTED,
  ACTOR,
  BUILD_OPEN,
  CARD_KINDS,
  CARDS,
  CARDS_PLAYED,
  CHANCES,
  CITY_CODE,
  DECK,
  DICE_DECK,
  DISCARDS,
  DUEL,
  FIRST,
  FORCED_LEFT,
  FOUNDING_ROLLS,
  FREE_ROADS,
  FRESH,
  HAND,
  HAS_BUILT,
  KNIGHT_SOLD,
  KNIGHTS,
  LARGEST,
  LAST_SITE,
  LONGEST,
  NEUTRAL_OWED,
  NOBODY,
  OFFER,
  OFFERED_TO,
  OFFERS,
  OWES,
  PROPOSAL,
  PROPOSALS,
  PROPOSED,
  QUEUE,
  QUEUE_SIZE,
  RESOURCES,
  ROADS,
  ROBBER,
  ROLL_FOR_START,
  ROLLED,
  ROLLING,
  ROLLS,
  SITE,
  SITES,
  TRADE_CARDS,
  TURN,
  TURNS,
  VICTIM,
  WAITING,
  WINNER,
} from '../layout';
import { CARD_LETTERS, RESOURCE_LETTERS } from '../setupTables';
import { CARD_WORDS, PHASE_NAMES, PIPS, RESOURCE_NAMES } from '../tables';
import { seatsIn } from './notation';
import { rulesetText, writtenCounts } from './positionText';
import { byName, cardsAt, placesIn, seatOrNull } from './snapshot';

/** The land of a draft, which its state does not name by path. */
export type DraftLand = Pick<Draft, 'terrain' | 'tokens' | 'harbors'>;

/** The labels of trade cards, which can be edited, unlike all other fields of a draft. */
export const TRADE_CARDS_LABEL = /^\dt$/;

const DICE_WEIGHTS = PIPS.slice(2); // the cards of a whole dice deck, for the sums 2 to 12
const DONE = { card: CARDS_PLAYED, built: HAS_BUILT, paid: BUILD_OPEN, sold: KNIGHT_SOLD };
const OWED = ['', 'road', 'settlement'];

/** The draft of a state under a ruleset in the notation. */
export function draftOf(state: State, ruleset: string, { terrain, tokens, harbors }: DraftLand): Draft {
  const { small, words, players } = state;
  const phase = PHASE_NAMES[state.phase]!;
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const cardsIn = (field: number) => seats.map((seat) => cardsAt(state, field, seat));
  return {
    ruleset: rulesetText(ruleset, phase, small[FIRST]!),
    terrain: [...terrain],
    tokens: [...tokens],
    harbors: [...harbors],
    robber: small[ROBBER]!,
    buildings: buildingsOf(state),
    roads: roadsOf(state),
    hands: seats.map((seat) => byName(RESOURCE_NAMES, rowOf(state, HAND, seat))),
    cards: cardsIn(CARDS),
    fresh: cardsIn(FRESH),
    knights: seats.map((seat) => small[KNIGHTS + seat]!),
    stack: byName(CARD_WORDS, state.row(DECK, CARD_KINDS)),
    turn: small[TURN]!,
    turn_number: Number(words[TURNS]),
    phase,
    rolled: state.row(ROLLED, small[ROLLS]!),
    longest_road: seatOrNull(small[LONGEST]!),
    largest_army: seatOrNull(small[LARGEST]!),
    fields: fieldsOf(state, seats),
  };
}

/** A seat's counts by resource. */
function rowOf(state: State, field: number, seat: number): number[] {
  return state.row(field + RESOURCES * seat, RESOURCES);
}

function buildingsOf(state: State): Draft['buildings'] {
  const built = state.row(SITE, SITES).flatMap((code, site) => {
    const kind = code > CITY_CODE ? ('city' as const) : ('settlement' as const);
    return code === 0 ? [] : [[site, { kind, seat: (code - 1) % CITY_CODE }] as const];
  });
  return Object.fromEntries(built);
}

function roadsOf(state: State): Draft['roads'] {
  const owners = Array.from({ length: state.players + 2 * state.small[DUEL]! }, (_, seat) => seat);
  const roads = owners.flatMap((seat) => placesIn(state, ROADS + 2 * seat).map((path) => [path, seat] as const));
  return Object.fromEntries(roads);
}

// --- everything else, by the labels of the notation ---

function fieldsOf(state: State, seats: readonly number[]): Record<string, string> {
  const { small, words } = state;
  const seat = (field: number) => `${seatOrNull(small[field]!) ?? ''}`;
  const seatSet = (field: number) => seatsIn(small[field]!).join('.');
  const number = (field: number) => `${small[field] || ''}`;
  const texts = {
    queue: state
      .row(QUEUE, small[QUEUE_SIZE]!)
      .map((kind) => CARD_LETTERS[kind])
      .join(''),
    dice: diceText(state),
    actor: small[ACTOR] === small[TURN] ? '' : `${small[ACTOR]}`,
    start: state.phase === ROLL_FOR_START ? seats.map((one) => startText(state, one)).join('.') : '',
    last: small[LAST_SITE] === NOBODY ? '' : `${small[LAST_SITE]}`,
    done: Object.entries(DONE)
      .flatMap(([word, field]) => (small[field] ? [word] : []))
      .join('.'),
    free: number(FREE_ROADS),
    victim: seat(VICTIM),
    owes: seatSet(OWES),
    owed: OWED[small[NEUTRAL_OWED]!]!,
    take: number(FORCED_LEFT),
    offers: number(OFFERS),
    offer: small[OFFERED_TO] ? `${bundleText(state.row(OFFER, RESOURCES))},${seatSet(OFFERED_TO)}` : '',
    waiting: seatSet(WAITING),
    accepted: seatSet(ACCEPTED),
    winner: seat(WINNER),
    chances: `${words[CHANCES] || ''}`,
    ...Object.assign({}, ...seats.map((one) => seatFields(state, one))),
  } as Record<string, string>;
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}

/** What a seat has that no tool changes. */
function seatFields(state: State, seat: number): Record<string, string> {
  const { small } = state;
  const discards = rowOf(state, DISCARDS, seat);
  return {
    [`${seat}x`]: discards.some(Boolean) ? writtenCounts(discards, RESOURCE_LETTERS) : '',
    [`${seat}t`]: seat < 2 ? `${small[TRADE_CARDS + seat] || ''}` : '',
    [`${seat}n`]: `${small[PROPOSALS + seat] || ''}`,
    [`${seat}p`]: (small[PROPOSED]! >> seat) & 1 ? bundleText(rowOf(state, PROPOSAL, seat)) : '',
  };
}

function diceText(state: State): string {
  const left = state.row(DICE_DECK, DICE_WEIGHTS.length);
  return left.every((count, sum) => count === DICE_WEIGHTS[sum]) ? '' : left.join('.');
}

function startText({ small }: State, seat: number): string {
  return (small[ROLLING]! >> seat) & 1 ? '*' : `${small[FOUNDING_ROLLS + seat] || '-'}`;
}

/** What the maker of a trade gives, and takes, such as `2w~1o`. */
function bundleText(counts: readonly number[]): string {
  const side = (sign: number) => counts.map((count) => Math.max(sign * count, 0));
  return `${writtenCounts(side(1), RESOURCE_LETTERS)}~${writtenCounts(side(-1), RESOURCE_LETTERS)}`;
}
