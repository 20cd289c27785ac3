/** A state of a game, as the engine takes it. */

import { CHANCE_PHASES, OVER, PHASE, PLAYERS, SMALL_ROW, SMALL_SIZE, WORDS_ROW, WORDS_SIZE } from './layout';

const WORD = 8; // bytes

/** A state: the block of small integers and the block of words, each as a row. */
export class State {
  readonly small: Int8Array;
  readonly words: BigInt64Array;

  constructor(small: Int8Array, words: BigInt64Array) {
    this.small = small;
    this.words = words;
  }

  /** Read a state from its bytes: the small integers, then the words, little-endian. */
  static fromBytes(bytes: Uint8Array): State {
    if (bytes.length !== SMALL_SIZE + WORD * WORDS_SIZE) throw new RangeError(`a state of ${bytes.length} bytes`);
    const state = new State(new Int8Array(SMALL_ROW), new BigInt64Array(WORDS_ROW));
    state.small.set(bytes.subarray(0, SMALL_SIZE));
    new Uint8Array(state.words.buffer).set(bytes.subarray(SMALL_SIZE));
    return state;
  }

  /** The bytes that `fromBytes` reads. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(SMALL_SIZE + WORD * WORDS_SIZE);
    bytes.set(new Uint8Array(this.small.buffer, this.small.byteOffset, SMALL_SIZE));
    bytes.set(new Uint8Array(this.words.buffer, this.words.byteOffset, WORD * WORDS_SIZE), SMALL_SIZE);
    return bytes;
  }

  copy(): State {
    return new State(this.small.slice(), this.words.slice());
  }

  /** The numbers of a field, or a part of it. */
  row(offset: number, length: number): number[] {
    return Array.from(this.small.subarray(offset, offset + length));
  }

  get phase(): number {
    return this.small[PHASE]!;
  }

  get players(): number {
    return this.small[PLAYERS]!;
  }

  get isOver(): boolean {
    return this.phase === OVER;
  }

  /** Whether chance acts next. */
  get isChance(): boolean {
    return CHANCE_PHASES.has(this.phase);
  }
}
