/**
 * What a seat could know at each step of a game, and states that fit it.
 *
 * The record shows everything. The seat saw all of it but what others stole from each other and which development
 * cards others drew (PUB-2): `Beliefs` follows the game as it did, and `sample` deals what it could not see. The record
 * begins where a game does: what lies in hands there is known to everybody.
 */

import { CardLog } from './cards';
import type { State } from '../engine';
import {
  ACCEPT,
  CARD_STOLEN,
  CARD_TAKEN,
  COUNTER_OFFER,
  DISCARDING,
  DISCARDS,
  HAND,
  OFFER,
  OFFER_TRADE,
  PLAY_MONOPOLY,
  PROPOSAL,
  PROPOSE_TRADE,
  RESOURCES,
} from '../layout';
import { kindOf, numberOf } from '../position/notation';
import type { Random } from '../random';
import { Worlds } from './worlds';

/** A ply: who acted, and what it did. */
export interface Ply {
  seat: number;
  action: number;
}

/** What a seat believes at one step. */
export class Beliefs {
  readonly viewer: number;
  readonly worlds: Worlds;
  private readonly cards: CardLog;

  private constructor(viewer: number, worlds: Worlds, cards: CardLog) {
    this.viewer = viewer;
    this.worlds = worlds;
    this.cards = cards;
  }

  static begin(viewer: number, start: State): Beliefs {
    return new Beliefs(viewer, Worlds.begin(viewer, start.players), CardLog.begin(start));
  }

  /** The beliefs after the next ply, from the states before and after it. */
  after({ seat, action }: Ply, before: State, state: State): Beliefs {
    const worlds = this.follow(seat, action, before, state);
    return new Beliefs(this.viewer, worlds, this.cards.after(before, state));
  }

  private follow(seat: number, action: number, before: State, state: State): Worlds {
    const [held, now] = [handsOf(before), handsOf(state)];
    const asked = (counts: Int8Array) => Array.from(counts, (count) => Math.max(0, -count));
    const given = (counts: Int8Array) => Array.from(counts, (count) => Math.max(0, count));
    switch (kindOf(action)) {
      case OFFER_TRADE:
        return this.worlds.require(held, seat, given(rowOf(state, OFFER, 0)));
      case COUNTER_OFFER:
      case PROPOSE_TRADE:
        return this.worlds.require(held, seat, given(rowOf(state, PROPOSAL, seat)));
      case ACCEPT:
        return this.worlds.require(held, seat, asked(rowOf(before, OFFER, 0)));
      case CARD_STOLEN:
      case CARD_TAKEN:
        return this.steal(held, now);
      case PLAY_MONOPOLY:
        return this.worlds.agree(held, numberOf(action));
      default:
        return this.pay(held, now);
    }
  }

  /** Note a card that one hand has taken from another. */
  private steal(held: readonly number[], now: readonly number[]): Worlds {
    const changed = held.findIndex((count, place) => now[place]! < count);
    if (changed < 0) return this.worlds;
    const [victim, resource] = [Math.floor(changed / RESOURCES), changed % RESOURCES];
    const thief = Math.floor(held.findIndex((count, place) => now[place]! > count) / RESOURCES);
    if (victim === this.viewer || thief === this.viewer) return this.worlds.steal(held, victim, resource);
    return this.worlds.stealUnseen(held, thief, victim, resource);
  }

  /** Everybody sees what hands lose, so they had it. */
  private pay(held: readonly number[], now: readonly number[]): Worlds {
    let { worlds } = this;
    for (let seat = 0; RESOURCES * seat < held.length; seat++) {
      const lost = Array.from({ length: RESOURCES }, (_, resource) =>
        Math.max(0, held[RESOURCES * seat + resource]! - now[RESOURCES * seat + resource]!),
      );
      if (seat !== this.viewer && lost.some((count) => count > 0)) worlds = worlds.require(held, seat, lost);
    }
    return worlds;
  }

  /** States that look like `state` to the seat; the same numbers give the same states. */
  sample(state: State, chance: Random, count: number): State[] {
    if (state.isOver) return Array.from({ length: count }, () => state);
    const [hands, { weights }] = [handsOf(state), this.worlds];
    const odds = this.cards.odds(state, this.viewer);
    return Array.from({ length: count }, () => {
      const dealt = state.copy();
      dealt.small.set(this.worlds.hands(chance.weighed(weights), hands), HAND);
      if (state.phase === DISCARDING) this.dealDiscards(state, dealt, chance);
      odds.deal(dealt, chance);
      return dealt;
    });
  }

  /** Choose the cards that others have laid down, which are hidden until all have (ROB-4). */
  private dealDiscards(state: State, dealt: State, chance: Random): void {
    for (let seat = 0; seat < state.players; seat++) {
      const laid = rowOf(state, DISCARDS, seat).reduce((sum, count) => sum + count, 0);
      if (seat === this.viewer || laid === 0) continue;
      const hand = Array.from(rowOf(dealt, HAND, seat)).flatMap((count, resource) =>
        Array.from({ length: count }, () => resource),
      );
      const row = rowOf(dealt, DISCARDS, seat).fill(0);
      for (const resource of chance.shuffled(hand).slice(0, laid)) row[resource]! += 1;
    }
  }
}

/** A seat's row of a field with a number for each resource. */
function rowOf({ small }: State, field: number, seat: number): Int8Array {
  return small.subarray(field + RESOURCES * seat, field + RESOURCES * (seat + 1));
}

function handsOf({ small, players }: State): number[] {
  return Array.from(small.subarray(HAND, HAND + RESOURCES * players));
}

/** What each seat believes at every step of a game. */
export function beliefsOf(viewer: number, states: readonly State[], plies: readonly Ply[]): Beliefs[] {
  const found = [Beliefs.begin(viewer, states[0]!)];
  plies.forEach((ply, number) => found.push(found[number]!.after(ply, states[number]!, states[number + 1]!)));
  return found;
}
