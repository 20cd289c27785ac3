/**
 * All hands that are possible for a seat, each with its weight, as the library counts cards (src/longroad/bots/beliefs).
 *
 * Hands are public except for thefts between two others. A possibility (a *world*) is kept as its difference from the
 * hands of the record: what everybody sees changes all worlds alike, and then nothing has to be done. At a hidden
 * theft every world branches into the kinds that the victim may have lost, by how many of each it holds; what players
 * pay, offer or accept later rules worlds out. Above a limit the least likely are dropped; where a ply then
 * contradicts all that are left, the hidden hands are dealt at random.
 */

import { RESOURCES } from '../layout';
import { Random } from '../random';

export const MOST_WORLDS = 512;
const DEALS = 64; // at random, where no world is left

/** The hands of all seats, resource by resource. */
export type Hands = ArrayLike<number>;

interface World {
  readonly differs: Int8Array; // from the hands of the record
  readonly weight: number;
}

const KINDS = Array.from({ length: RESOURCES }, (_, resource) => resource);

function totalOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The worlds after some plies; they never change. */
export class Worlds {
  private readonly worlds: readonly World[];
  private readonly viewer: number;
  readonly isCut: boolean; // whether worlds have been dropped for their number, or dealt at random

  private constructor(worlds: readonly World[], viewer: number, isCut: boolean) {
    this.worlds = worlds;
    this.viewer = viewer;
    this.isCut = isCut;
  }

  /** The beginning of a record, where all hands are known. */
  static begin(viewer: number, players: number): Worlds {
    return new Worlds([{ differs: new Int8Array(RESOURCES * players), weight: 1 }], viewer, false);
  }

  get size(): number {
    return this.worlds.length;
  }

  get weights(): number[] {
    return this.worlds.map(({ weight }) => weight);
  }

  /** The hands of a world, where the record has `hands`. */
  hands(number: number, hands: Hands): number[] {
    return Array.from(this.worlds[number]!.differs, (differs, at) => hands[at]! + differs);
  }

  /** Keep the worlds in which a seat has at least some cards of each resource. */
  require(hands: Hands, seat: number, cards: readonly number[]): Worlds {
    const has = ({ differs }: World) =>
      cards.every((count, resource) => hands[at(seat, resource)]! + differs[at(seat, resource)]! >= count);
    return this.kept(this.worlds.filter(has), () => {
      const sure = Array.from(hands, () => 0);
      cards.forEach((count, resource) => (sure[at(seat, resource)] = count));
      return this.dealt(hands, sure);
    });
  }

  /** Keep the worlds in which everybody has as many cards of a resource as in the record: a monopoly showed it. */
  agree(hands: Hands, resource: number): Worlds {
    const agrees = ({ differs }: World) => differs.every((more, place) => place % RESOURCES !== resource || more === 0);
    return this.kept(this.worlds.filter(agrees), () =>
      this.dealt(
        hands,
        Array.from(hands, (count, place) => (place % RESOURCES === resource ? count : 0)),
      ),
    );
  }

  /** Note a theft that the viewer saw: worlds in which the victim has more of its kind are likelier. */
  steal(hands: Hands, victim: number, resource: number): Worlds {
    if (victim === this.viewer || this.worlds.length === 1) return this;
    const place = at(victim, resource);
    const likelier = this.worlds.map(({ differs, weight }) => ({
      differs,
      weight: weight * (hands[place]! + differs[place]!),
    }));
    return this.kept(
      likelier.filter(({ weight }) => weight > 0),
      () =>
        this.dealt(
          hands,
          Array.from(hands, (_, other) => Number(other === place)),
        ),
    );
  }

  /** Branch every world at a theft that the viewer did not see; `taken` is its kind in the record. */
  stealUnseen(hands: Hands, thief: number, victim: number, taken: number): Worlds {
    const branched = new Map<string, World>();
    for (const { differs, weight } of this.worlds) {
      for (const resource of KINDS) {
        const count = hands[at(victim, resource)]! + differs[at(victim, resource)]!;
        if (count <= 0) continue;
        const moved = differs.slice();
        moveCard(moved, victim, thief, resource);
        moveCard(moved, thief, victim, taken); // since the record's hands lose and win this one
        const key = moved.join();
        branched.set(key, { differs: moved, weight: (branched.get(key)?.weight ?? 0) + weight * count });
      }
    }
    const worlds = [...branched.values()];
    if (worlds.length <= MOST_WORLDS) return new Worlds(scaled(worlds), this.viewer, this.isCut);
    const heaviest = worlds.sort((one, other) => other.weight - one.weight).slice(0, MOST_WORLDS);
    return new Worlds(scaled(heaviest), this.viewer, true);
  }

  private kept(worlds: readonly World[], deal: () => World[]): Worlds {
    if (worlds.length === this.worlds.length && worlds[0] === this.worlds[0]) return this;
    if (worlds.length > 0) return new Worlds(scaled(worlds), this.viewer, this.isCut);
    return new Worlds(scaled(deal()), this.viewer, true);
  }

  /** Deal the cards of all hidden hands at random; each seat first gets those that it is sure to have. */
  private dealt(hands: Hands, sure: readonly number[]): World[] {
    const chance = new Random(RESOURCES * totalOf(Array.from(hands)) + this.viewer);
    return Array.from({ length: DEALS }, () => {
      const seats = Array.from({ length: hands.length / RESOURCES }, (_, seat) => seat);
      const hidden = seats.filter((seat) => seat !== this.viewer);
      const count = (numbers: Hands, resource: number) => totalOf(hidden.map((seat) => numbers[at(seat, resource)]!));
      const left = KINDS.flatMap((kind) => Array.from({ length: count(hands, kind) - count(sure, kind) }, () => kind));
      const pile = chance.shuffled(left);
      const dealt = Array.from(hands, (held, place) => (hidden.includes(seatAt(place)) ? sure[place]! : held));
      for (const seat of hidden) {
        const missing = sizeOf(hands, seat) - sizeOf(dealt, seat);
        for (const resource of pile.splice(0, missing)) dealt[at(seat, resource)]! += 1;
      }
      return { differs: Int8Array.from(dealt, (held, place) => held - hands[place]!), weight: 1 };
    });
  }
}

function at(seat: number, resource: number): number {
  return RESOURCES * seat + resource;
}

function seatAt(place: number): number {
  return Math.floor(place / RESOURCES);
}

function sizeOf(hands: Hands, seat: number): number {
  return totalOf(KINDS.map((resource) => hands[at(seat, resource)]!));
}

function moveCard(hands: Int8Array, giver: number, taker: number, resource: number): void {
  hands[at(giver, resource)]! -= 1;
  hands[at(taker, resource)]! += 1;
}

function scaled(worlds: readonly World[]): World[] {
  const total = totalOf(worlds.map(({ weight }) => weight));
  return worlds.map(({ differs, weight }) => ({ differs, weight: weight / total }));
}
