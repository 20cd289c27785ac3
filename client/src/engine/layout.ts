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
export const RESOURCES = 5;
export const CARD_KINDS = 5;
export const BANK = 280;
export const ACTOR = 208;
export const OFFER = 235;
export const OFFERED_TO = 240;
export const PROPOSED = 243;
export const PROPOSALS = 244;
export const PROPOSAL = 250;
export const DECK = 285;
export const DECK_SIZE = 290;
export const HAND = 313;
export const HAND_SIZE = 343;
export const DISCARDS = 349;
export const CARDS = 379;
export const FRESH = 409;
export const CARDS_SIZE = 439;
export const POINTS = 475;
export const VICTORY_POINTS = 23;
export const WIN_ON = 24;
export const POINT_CARDS = 25;
export const SPECIAL_BUILD = 26;
export const TURNS = 52;
export const BEFORE_ROLL = 3;
export const ROLL_FOR_START = 0;
export const OVER = 16;
export const FOUND_SETTLEMENT = 1;
export const FOUND_ROAD = 2;
export const DISCARDING = 5;
export const FORCED_GIVE = 14;
export const KIND_MASK = 63;
export const NUMBER_MASK = 16320;
export const ROLL = 1;
export const START_ROLLED = 30;
export const DICE_ROLLED = 31;
export const CARD_STOLEN = 33;
export const CARD_TAKEN = 34;
export const CARD_DRAWN = 32;
export const END_TURN = 2;
export const ACCEPT = 7;
export const REFUSE = 8;
export const WITHDRAW = 9;
export const PLAY_MONOPOLY = 20;
export const CLOSE_DEAL = 21;
export const TAKE_PROPOSAL = 22;
export const OFFER_TRADE = 25;
export const COUNTER_OFFER = 26;
export const PROPOSE_TRADE = 27;
export const DISCARD = 28;
export const GIVE_CARDS = 29;
export const OWN_TURN = 0;
export const POINTS_NEXT_TURN = 1;
export const POINT_CARD = 4;
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
export const DEAL_ROW = 6;
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
