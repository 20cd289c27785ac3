/** Random numbers that follow from a seed. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A number from 0 up to 1 (the generator Mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  shuffled<T>(items: readonly T[]): T[] {
    const all = [...items];
    for (let last = all.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [all[last], all[other]] = [all[other]!, all[last]!];
    }
    return all;
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
}
