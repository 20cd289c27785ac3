/** What a state shows with all cards face up, as a step of the server's replay has it (src/longroad/game/snapshot.py). */

import type { Counts, OfferView, SeatView, Snapshot } from '../../api/messages';
import type { Counted, Engine, State } from '../engine';
import {
  ACCEPTED,
  AWARD_POINTS,
  CARDS,
  CARDS_SIZE,
  CARD_KINDS,
  CITIES_LEFT,
  CITY_CODE,
  DECK_SIZE,
  DUEL,
  FIRST_NEUTRAL,
  FRESH,
  HAND,
  HAND_SIZE,
  KNIGHTS,
  LARGEST,
  LONGEST,
  NOBODY,
  OFFER,
  OFFERED_TO,
  POINTS,
  PROPOSAL,
  PROPOSED,
  RESOURCES,
  ROADS,
  ROADS_LEFT,
  ROAD_LENGTH,
  ROBBER,
  ROLLED,
  ROLLS,
  SETTLEMENTS_LEFT,
  SITE,
  SITES,
  TRADE_CARDS,
  TURN,
  TURNS,
  WAITING,
  WINNER,
  WORD_BITS,
} from '../layout';
import { named, seatsIn } from './notation';
import { CARD_WORDS, PHASE_NAMES, POINT_SOURCES } from '../tables';

/** The snapshot of a state; the faces of the dice are known where a roll is. */
export function snapshotOf(engine: Engine, state: State, dice: readonly number[] = []): Snapshot {
  const { small, words } = state;
  const counted = engine.counts(state);
  const neutral = small[DUEL] ? [FIRST_NEUTRAL, FIRST_NEUTRAL + 1] : [];
  return {
    phase: PHASE_NAMES[state.phase]!,
    turn: small[TURN]!,
    turn_number: Number(words[TURNS]),
    to_act: seatsIn(engine.legal(state, 0).toAct),
    rolled: state.row(ROLLED, small[ROLLS]!),
    robber: small[ROBBER]!,
    bank: named(counted.bank),
    deck_size: small[DECK_SIZE]!,
    longest_road: seatOrNull(small[LONGEST]!),
    largest_army: seatOrNull(small[LARGEST]!),
    winner: seatOrNull(small[WINNER]!),
    seats: Array.from({ length: state.players }, (_, seat) => seatView(state, seat, counted)),
    neutral: neutral.map((seat) => pieces(state, seat)),
    offer: small[OFFERED_TO] ? offer(state) : null,
    proposals: seatsIn(small[PROPOSED]!).map((seat) => proposal(state, seat)),
    rates: {},
    dice: [...dice],
    deadline_s: null,
  };
}

export function seatOrNull(seat: number): number | null {
  return seat === NOBODY ? null : seat;
}

/** The members of a set of paths or intersections. */
export function placesIn(state: State, word: number): number[] {
  const [first, rest] = [state.words[word]!, state.words[word + 1]!];
  const all = first | (rest << BigInt(WORD_BITS));
  return Array.from({ length: 2 * WORD_BITS }, (_, place) => place).filter((place) => (all >> BigInt(place)) & 1n);
}

function sitesWith(state: State, code: number): number[] {
  return state.row(SITE, SITES).flatMap((found, site) => (found === code ? [site] : []));
}

/** The pieces of a seat; a neutral player has nothing else. */
function pieces(state: State, seat: number): SeatView {
  const { small } = state;
  return {
    seat,
    hand_size: 0,
    hand: null,
    cards_size: 0,
    cards: null,
    fresh: null,
    knights: 0,
    road_length: small[ROAD_LENGTH + seat]!,
    points: 0,
    sources: {},
    settlements: sitesWith(state, 1 + seat),
    cities: sitesWith(state, 1 + seat + CITY_CODE),
    roads: placesIn(state, ROADS + 2 * seat),
    supply: [small[ROADS_LEFT + seat]!, small[SETTLEMENTS_LEFT + seat]!, small[CITIES_LEFT + seat]!],
    trade_cards: 0,
    clock_s: null,
  };
}

function seatView(state: State, seat: number, { points }: Counted): SeatView {
  const { small } = state;
  const view = pieces(state, seat);
  return {
    ...view,
    hand_size: small[HAND_SIZE + seat]!,
    hand: named(state.row(HAND + RESOURCES * seat, RESOURCES)),
    cards_size: small[CARDS_SIZE + seat]!,
    cards: cardsAt(state, CARDS, seat),
    fresh: cardsAt(state, FRESH, seat),
    knights: small[KNIGHTS + seat]!,
    points: points[seat]!,
    sources: sources(state, view, points[seat]!),
    trade_cards: small[DUEL] ? small[TRADE_CARDS + seat]! : 0,
  };
}

/** The development cards of a seat by name, without zeros. */
export function cardsAt(state: State, field: number, seat: number): Counts {
  return byName(CARD_WORDS, state.row(field + CARD_KINDS * seat, CARD_KINDS));
}

/** Counts by name, without zeros. */
export function byName(names: readonly string[], counts: readonly number[]): Counts {
  return Object.fromEntries(counts.flatMap((count, k) => (count ? [[names[k]!, count]] : [])));
}

/** Where a seat's points come from. */
function sources({ small }: State, { seat, settlements, cities }: SeatView, points: number): Counts {
  const award = (holder: number) => (holder === seat ? AWARD_POINTS : 0);
  const awards = [award(small[LONGEST]!), award(small[LARGEST]!)];
  return byName(POINT_SOURCES, [settlements.length, 2 * cities.length, ...awards, points - small[POINTS + seat]!]);
}

/** Both sides of a trade from five counts: what its maker gives, and takes. */
function sidesAt(state: State, field: number): { give: Counts; take: Counts } {
  const counts = state.row(field, RESOURCES);
  return {
    give: named(counts.map((count) => Math.max(count, 0))),
    take: named(counts.map((count) => Math.max(-count, 0))),
  };
}

function offer(state: State): OfferView {
  const [to, accepted, waiting] = [OFFERED_TO, ACCEPTED, WAITING].map((field) => seatsIn(state.small[field]!));
  return { seat: state.small[TURN]!, ...sidesAt(state, OFFER), to: to!, accepted: accepted!, waiting: waiting! };
}

function proposal(state: State, seat: number): OfferView {
  const turn = [state.small[TURN]!];
  return { seat, ...sidesAt(state, PROPOSAL + RESOURCES * seat), to: turn, accepted: [], waiting: turn };
}
