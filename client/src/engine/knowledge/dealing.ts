/**
 * States that fit what a seat sees of a position without a log: the cards that it cannot see are dealt at random.
 *
 * The seat sees how many cards everybody has, and what lies in the bank; so it knows which cards the others hold
 * together. Who offers cards, or has agreed to give them, holds them. Nobody is dealt victory point cards that would
 * have won. Where there is a log, beliefs.ts uses it.
 */

import type { State } from '../engine';
import {
  ACCEPTED,
  CARDS,
  CARDS_SIZE,
  CARD_KINDS,
  DECK,
  DISCARDS,
  FRESH,
  HAND,
  HAND_SIZE,
  OFFER,
  OFFERED_TO,
  POINTS,
  PROPOSAL,
  PROPOSED,
  RESOURCES,
  SEATS,
  TURN,
  VICTORY_POINTS,
  WAITING,
} from '../layout';
import type { Random } from '../random';
import { CARD_WORDS } from '../tables';

const POINT_CARD = CARD_WORDS.indexOf('point');
const TRIES = 64; // to deal development cards by which nobody has won

/** One number for each card. */
function cardsOf(counts: readonly number[]): number[] {
  return counts.flatMap((count, kind) => Array<number>(count).fill(kind));
}

function countsOf(cards: readonly number[], kinds: number): number[] {
  return Array.from({ length: kinds }, (_, kind) => cards.filter((card) => card === kind).length);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

function added(rows: readonly (readonly number[])[], length: number): number[] {
  return Array.from({ length }, (_, k) => sum(rows.map((row) => row[k]!)));
}

/** A copy of a state in which open offers have lapsed. */
export function withoutOffers(state: State): State {
  const closed = state.copy();
  for (const field of [OFFERED_TO, WAITING, ACCEPTED, PROPOSED]) closed.small[field] = 0;
  closed.small.fill(0, OFFER, OFFER + RESOURCES);
  closed.small.fill(0, PROPOSAL, PROPOSAL + SEATS * RESOURCES);
  return closed;
}

/** The cards that a seat certainly holds: what it offers, proposes or has agreed to give. */
function sureToHold(state: State, seat: number): number[] {
  const { small } = state;
  const none = Array<number>(RESOURCES).fill(0);
  const offer = state.row(OFFER, RESOURCES);
  const proposed = (small[PROPOSED]! >> seat) & 1 ? state.row(PROPOSAL + RESOURCES * seat, RESOURCES) : none;
  const agreed =
    seat === small[TURN] && small[OFFERED_TO]
      ? offer
      : (small[ACCEPTED]! >> seat) & 1
        ? offer.map((count) => -count)
        : none;
  return proposed.map((count, resource) => Math.max(count, agreed[resource]!, 0));
}

/** Deals what a seat does not see, any number of times. */
export class Dealer {
  private readonly state: State;
  private readonly hidden: number[]; // seats
  private readonly sure: number[][]; // by hidden seat: cards that it certainly holds
  private readonly hands: number[]; // all other cards of the hidden hands
  private readonly cards: number[]; // all development cards that the seat does not see

  constructor(state: State, viewer: number) {
    this.state = withoutOffers(state);
    this.hidden = Array.from({ length: state.players }, (_, seat) => seat).filter((seat) => seat !== viewer);
    this.sure = this.hidden.map((seat) => sureToHold(state, seat));
    const held = added(this.rows(HAND, RESOURCES), RESOURCES);
    const sure = added(this.sure, RESOURCES);
    this.hands = cardsOf(held.map((count, resource) => count - sure[resource]!));
    this.cards = cardsOf(added([state.row(DECK, CARD_KINDS), ...this.rows(CARDS, CARD_KINDS)], CARD_KINDS));
  }

  private rows(field: number, width: number): number[][] {
    return this.hidden.map((seat) => this.state.row(field + width * seat, width));
  }

  /** Deal a state. */
  deal(random: Random): State {
    const dealt = this.state.copy();
    this.dealHands(dealt, random);
    this.dealCards(dealt, random);
    return dealt;
  }

  private dealHands({ small }: State, random: Random): void {
    const cards = random.shuffled(this.hands);
    this.hidden.forEach((seat, k) => {
      const sure = this.sure[k]!;
      const more = countsOf(cards.splice(0, small[HAND_SIZE + seat]! - sum(sure)), RESOURCES);
      const hand = sure.map((count, resource) => count + more[resource]!);
      small.set(hand, HAND + RESOURCES * seat);
      const laid = sum(this.state.row(DISCARDS + RESOURCES * seat, RESOURCES)); // after a 7, face down until all have
      small.set(countsOf(random.shuffled(cardsOf(hand)).slice(0, laid), RESOURCES), DISCARDS + RESOURCES * seat);
    });
  }

  private dealCards(dealt: State, random: Random): void {
    for (let tries = 1; ; tries++) {
      const cards = random.shuffled(this.cards);
      for (const seat of this.hidden) this.putCards(dealt, seat, cards.splice(0, dealt.small[CARDS_SIZE + seat]!));
      dealt.small.set(countsOf(cards, CARD_KINDS), DECK);
      if (tries === TRIES || !this.hidden.some((seat) => this.hasWon(dealt, seat))) return;
    }
  }

  /** Put shuffled cards into a hand; as many of them are fresh as are in truth. */
  private putCards({ small }: State, seat: number, cards: readonly number[]): void {
    const fresh = sum(this.state.row(FRESH + CARD_KINDS * seat, CARD_KINDS));
    small.set(countsOf(cards, CARD_KINDS), CARDS + CARD_KINDS * seat);
    small.set(countsOf(cards.slice(0, fresh), CARD_KINDS), FRESH + CARD_KINDS * seat);
  }

  private hasWon({ small }: State, seat: number): boolean {
    const points = small[POINTS + seat]! + small[CARDS + CARD_KINDS * seat + POINT_CARD]!;
    return points >= small[VICTORY_POINTS]!;
  }
}
