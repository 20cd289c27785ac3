/** A seeded generator of random numbers: the same seed, the same numbers, in every browser. */

const STEP = 0x6d2b79f5;
const WHOLE = 2 ** 32;

/** Mulberry32, by Tommy Ettinger (public domain). */
export class Random {
  private state: number;

  constructor(...seeds: readonly number[]) {
    this.state = 0;
    for (const seed of seeds) this.state = (this.bits() ^ seed) | 0;
  }

  /** A number from 0 to 1, without 1. */
  next(): number {
    return this.bits() / WHOLE;
  }

  /** A whole number from 0 to `end`, without `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** The numbers in random order. */
  shuffled(numbers: readonly number[]): number[] {
    const found = [...numbers];
    for (let last = found.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [found[last], found[other]] = [found[other]!, found[last]!];
    }
    return found;
  }

  /** The number of one of some weights, drawn in proportion to them. */
  weighed(weights: readonly number[]): number {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    let chosen = 0;
    for (const [number, weight] of weights.entries()) {
      if (weight > 0) chosen = number;
      left -= weight;
      if (left < 0) break;
    }
    return chosen;
  }

  private bits(): number {
    this.state = (this.state + STEP) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
