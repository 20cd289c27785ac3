// Made by scripts/client/engine.py from the tables of the engine; do not change by hand.

export const SEATS = 6;
export const CHANCE = 6;
export const NOBODY = -1;
export const RESOURCES = 5;
export const CARD_KINDS = 5;
export const SITES = 80;
export const PATHS = 109;
export const WORD_BITS = 60;
export const CITY_CODE = 6;
export const SMALL_SIZE = 569;
export const SMALL_ROW = 576;
export const WORDS_SIZE = 55;
export const WORDS_ROW = 80;
export const FOUND_SETTLEMENT = 1;
export const FOUND_ROAD = 2;
export const BEFORE_ROLL = 3;
export const DISCARDING = 5;
export const ROLL_FOR_START = 0;
export const FORCED_GIVE = 14;
export const OVER = 16;
export const KIND_MASK = 63;
export const NUMBER_MASK = 16320;
export const FIRST_MASK = 114688;
export const SECOND_MASK = 917504;
export const ROB_NOBODY = 6;
export const COUNT_ZERO = 32;
export const MOST_ASKED = 32;
export const MOST_COUNT = 95;
export const TO_ACT = 0;
export const MAY_ACT = 1;
export const FORMS = 2;
export const TOTAL = 3;
export const LISTED = 4;
export const ANSWERS_ROW = 1139;
export const OUTCOMES_ROW = 23;
export const STACKS = 0;
export const ASKABLE = 5;
export const TOTAL_POINTS = 6;
export const COUNTS_ROW = 12;
export const CAN_SETTLE = 0;
export const CAN_PAVE = 1;
export const LENGTHS = 2;
export const PLACES_ROW = 111;
export const FINDING_KIND = 0;
export const FINDING_VALUE = 1;
export const FINDING_GIVEN = 2;
export const FINDING_STANDARD = 3;
export const FINDING_SETS = 4;
export const FINDING_ROW = 10;
export const FINDINGS_SIZE = 1691;
export const HEX_SET = 0;
export const SITE_SET = 1;
export const PATH_SET = 3;
export const SEAT_SET = 5;
export const FIRST_FLAW = 100;
export const CODES_SIZE = 61;
export const OWN_TURN = 0;
export const POINTS_NEXT_TURN = 1;
export const NO_HARBOR = 0;
export const GENERIC_HARBOR = 6;
export const MOST_HIDDEN = 63;
export const MOST_DEPTH = 64;
export const AWARD_POINTS = 2;
export const LEAST_ROAD = 5;
export const FIRST_NEUTRAL = 2;
export const USUAL_PLAYERS = 4;
export const USUAL_TURNS = 4;
export const FOUNDING_ROUNDS = 4;
export const DEAL_ROW = 6;
export const IMPOSSIBLE = -1;
export const ROWS = 258;
export const ACTIONS = 512;
export const NOTES = 2585;
export const UNKNOWN_WORTH = -1;
export const BOARD_SIZE = 640;
export const WORKSPACE = 4076;
export const CERTAIN = 16777216;
export const SHARES_ROW = 18;
export const MEMORY_START = 131072;
export const VERSION = 0;
export const PLAYERS = 1;
export const ISLAND = 2;
export const TERRAIN_BY = 3;
export const TOKENS_BY = 4;
export const SPIRAL = 5;
export const HARBORS_BY = 6;
export const FOUNDING = 7;
export const FIRST_PLAYER = 8;
export const PHASES = 9;
export const CARDS_PER_TURN = 10;
export const SHORTAGE = 11;
export const DICE = 12;
export const DICE_RESHUFFLE = 13;
export const DISCARD_LIMIT = 14;
export const STEAL = 15;
export const FRIENDLY_ROBBER = 16;
export const DOMESTIC_TRADE = 17;
export const OFFERS_PER_TURN = 18;
export const PROPOSALS_PER_TURN = 19;
export const CUT_ROADS = 20;
export const PROGRESS_CARDS = 21;
export const ROAD_TIE = 22;
export const VICTORY_POINTS = 23;
export const WIN_ON = 24;
export const POINT_CARDS = 25;
export const SPECIAL_BUILD = 26;
export const DUEL = 27;
export const NEUTRAL_SITE = 28;
export const ROBBER_START = 30;
export const TERRAIN = 31;
export const TOKEN = 61;
export const HARBOR = 91;
export const HEXES_OF = 171;
export const ROBBER = 204;
export const VIEWER = 205;
export const PHASE = 206;
export const TURN = 207;
export const ACTOR = 208;
export const FIRST = 209;
export const FOUNDED = 210;
export const LAST_SITE = 211;
export const FOUNDING_ROLLS = 212;
export const ROLLING = 218;
export const ROLLS = 219;
export const ROLLED = 220;
export const CARDS_PLAYED = 222;
export const BUILD_OPEN = 223;
export const HAS_BUILT = 224;
export const FREE_ROADS = 225;
export const VICTIM = 226;
export const OWES = 227;
export const NEUTRAL_OWED = 228;
export const KNIGHT_SOLD = 229;
export const FORCED_LEFT = 230;
export const LONGEST = 231;
export const LARGEST = 232;
export const WINNER = 233;
export const OFFERS = 234;
export const OFFER = 235;
export const OFFERED_TO = 240;
export const WAITING = 241;
export const ACCEPTED = 242;
export const PROPOSED = 243;
export const PROPOSALS = 244;
export const PROPOSAL = 250;
export const BANK = 280;
export const DECK = 285;
export const DECK_SIZE = 290;
export const QUEUE = 291;
export const QUEUE_SIZE = 300;
export const DICE_DECK = 301;
export const DICE_LEFT = 312;
export const HAND = 313;
export const HAND_SIZE = 343;
export const DISCARDS = 349;
export const CARDS = 379;
export const FRESH = 409;
export const CARDS_SIZE = 439;
export const KNIGHTS = 445;
export const ROADS_LEFT = 451;
export const SETTLEMENTS_LEFT = 457;
export const CITIES_LEFT = 463;
export const ROAD_LENGTH = 469;
export const POINTS = 475;
export const HARBORS = 481;
export const TRADE_CARDS = 487;
export const SITE = 489;
export const ROADS = 0;
export const SETTLEMENTS = 12;
export const REACH = 24;
export const TOUCHED = 36;
export const BLOCKED = 48;
export const TAKEN = 50;
export const TURNS = 52;
export const LIMIT = 53;
export const CHANCES = 54;
export const ROLL = 1;
export const END_TURN = 2;
export const BUY_CARD = 3;
export const PLAY_KNIGHT = 4;
export const PLAY_ROADS = 5;
export const STOP_ROADS = 6;
export const ACCEPT = 7;
export const REFUSE = 8;
export const WITHDRAW = 9;
export const FORCE_TRADE = 10;
export const CALM_ROBBER = 11;
export const RETIRE_KNIGHT = 12;
export const BUILD_SETTLEMENT = 13;
export const BUILD_CITY = 14;
export const BUILD_ROAD = 15;
export const MOVE_ROBBER = 16;
export const ROB = 17;
export const TRADE_BANK = 18;
export const PLAY_PLENTY = 19;
export const PLAY_MONOPOLY = 20;
export const CLOSE_DEAL = 21;
export const TAKE_PROPOSAL = 22;
export const NEUTRAL_ROAD = 23;
export const NEUTRAL_SETTLEMENT = 24;
export const OFFER_TRADE = 25;
export const COUNTER_OFFER = 26;
export const PROPOSE_TRADE = 27;
export const DISCARD = 28;
export const GIVE_CARDS = 29;
export const START_ROLLED = 30;
export const DICE_ROLLED = 31;
export const CARD_DRAWN = 32;
export const CARD_STOLEN = 33;
export const CARD_TAKEN = 34;

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
  count_cards(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      ...counts: Matrix,
    ]
  ): void;
  list_places(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      seat: number,
      ...copy: Block,
      ...words: Block,
      ...places: Matrix,
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
  redact_states(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      viewer: number,
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
      strata: number,
      noise: number,
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
  clear_setups(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
    ]
  ): void;
  check_setups(
    ...given: [
      ...S: Matrix,
      ...M: Matrix,
      first: number,
      last: number,
      ...harbors: Block,
      hasStack: number,
      ...codes: Block,
      ...findings: Matrix,
    ]
  ): void;
}
