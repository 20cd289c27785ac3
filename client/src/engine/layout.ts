// Made by scripts/client/engine.py from the tables of the engine; do not change by hand.

export const SEATS = 6;
export const CHANCE = 6;
export const SMALL_SIZE = 569;
export const SMALL_ROW = 576;
export const WORDS_SIZE = 55;
export const WORDS_ROW = 80;
export const PLAYERS = 1;
export const PHASE = 206;
export const TURN = 207;
export const WINNER = 233;
export const ROLLING = 218;
export const FOUNDING_ROLLS = 212;
export const CHANCES = 54;
export const BEFORE_ROLL = 3;
export const ROLL_FOR_START = 0;
export const OVER = 16;
export const KIND_MASK = 63;
export const NUMBER_MASK = 16320;
export const FIRST_MASK = 114688;
export const SECOND_MASK = 917504;
export const ROLL = 1;
export const START_ROLLED = 30;
export const DICE_ROLLED = 31;
export const CARD_STOLEN = 33;
export const CARD_TAKEN = 34;
export const CARD_DRAWN = 32;
export const TO_ACT = 0;
export const MAY_ACT = 1;
export const FORMS = 2;
export const TOTAL = 3;
export const LISTED = 4;
export const ANSWERS_ROW = 1139;
export const OUTCOMES_ROW = 23;
export const ROWS = 258;
export const ACTIONS = 512;
export const NOTES = 2564;
export const UNKNOWN_WORTH = -1;
export const BOARD_SIZE = 640;
export const WORKSPACE = 2813;
export const CERTAIN = 16777216;
export const SHARES_ROW = 18;
export const MEMORY_START = 131072;

/** The phases in which chance acts. */
export const CHANCE_PHASES: ReadonlySet<number> = new Set([0, 4, 8, 10, 13]);

/** The address and the length of an array, or the lengths of a matrix. */
export type Block = readonly [address: number, length: number];
export type Matrix = readonly [address: number, rows: number, columns: number];

/** The exported functions. */
export interface Entries {
  step_games(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      ...seats: Block,
      ...actions: Block,
      ...seeds: Block,
      resolves: number,
      ...codes: Block,
    ]
  ): void;
  list_actions(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      ...seats: Block,
      ...answers: Matrix,
    ]
  ): void;
  check_actions(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      ...seats: Block,
      ...actions: Block,
      ...codes: Block,
    ]
  ): void;
  list_outcomes(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      ...outcomes: Matrix,
    ]
  ): void;
  begin_founding(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      seat: number,
    ]
  ): void;
  play_games(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      ...seeds: Block,
      isNew: number,
      most: number,
      ...plies: Block,
    ]
  ): void;
  weigh_actions(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      seat: number,
      ...rows: Matrix,
      ...words: Matrix,
      ...t: Block,
      ...b: Block,
      ...w: Block,
      ...f: Block,
      nodes: number,
      ...actions: Matrix,
      ...worths: Matrix,
    ]
  ): void;
  roll_actions(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      seat: number,
      ...rows: Matrix,
      ...words: Matrix,
      ...t: Block,
      ...b: Block,
      ...w: Block,
      ...f: Block,
      ...actions: Block,
      turns: number,
      nodes: number,
      ...seeds: Block,
      ...shares: Matrix,
    ]
  ): void;
  weigh_deals(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      maker: number,
      ...rows: Matrix,
      ...words: Matrix,
      ...t: Block,
      ...b: Block,
      ...w: Block,
      ...f: Block,
      ...deals: Matrix,
      count: number,
      turns: number,
      nodes: number,
      ...seeds: Block,
      ...near: Matrix,
      ...far: Matrix,
    ]
  ): void;
  value_states(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      ...rows: Matrix,
      ...words: Matrix,
      ...t: Block,
      ...b: Block,
      ...w: Block,
      ...f: Block,
      nodes: number,
      ...shares: Matrix,
    ]
  ): void;
}
