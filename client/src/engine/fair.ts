/**
 * Verifiable dice: computes the chance of a game again from the secret and the texts, as the library does
 * (src/longroad/game/fair.py). docs/notation.md has the recipe.
 */

import type { Engine, Outcome, State } from './engine';
import {
  CARD_DRAWN,
  CHANCE,
  CHANCES,
  DICE_ROLLED,
  FIRST_MASK,
  KIND_MASK,
  NUMBER_MASK,
  SEATS,
  SECOND_MASK,
  START_ROLLED,
  TERRAIN,
  VIEWER,
} from './layout';
import { hmac, sha256 } from './sha256';

const RECIPE = 'longroad fair 1';
const DRAWS = 1n << 64n;
const SPARE_BITS = 2n; // of a draw, in the seed of an island

/** What a game promises: the hash of a secret, the secret itself, and what the seats have added. */
export interface Promised {
  commitment: string;
  secret: string;
  texts: readonly string[];
  islandSeed: string | null; // where the island has a seed of its own
  makesIsland: boolean; // whether the game begins with its island, not at a position
}

/** What was compared with the promise, and the numbers of the plies that differ from it. */
export interface Checked {
  isSecretKept: boolean;
  rolls: number;
  cards: number; // stolen, taken and drawn
  differing: number[];
  isIslandSame: boolean | null; // null where the game begins at a position
}

function bytesOf(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hashOf(bytes: Uint8Array): string {
  return Array.from(sha256(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Draws the numbers that follow from a secret and texts. */
export class FairDice {
  private readonly key: Uint8Array;
  private readonly hashes: readonly string[]; // of the texts

  constructor({ secret, texts }: Promised) {
    this.key = bytesOf(secret);
    const all = Array.from({ length: SEATS }, (_, seat) => texts[seat] ?? '');
    this.hashes = all.map((text) => hashOf(new TextEncoder().encode(text)));
  }

  /** The seed of the island. */
  get islandSeed(): bigint {
    return this.draw('island', 0, 0) >> SPARE_BITS;
  }

  /** Draw a number from 0 to limit - 1, each equally likely: draws that would be biased are repeated. */
  numberBelow(purpose: string, k: number, limit: number): number {
    const whole = (DRAWS / BigInt(limit)) * BigInt(limit);
    for (let attempt = 0; ; attempt++) {
      const number = this.draw(purpose, k, attempt);
      if (number < whole) return Number(number % BigInt(limit));
    }
  }

  private draw(purpose: string, k: number, attempt: number): bigint {
    const message = [RECIPE, purpose, k, attempt, ...this.hashes].join('\n');
    return new DataView(hmac(this.key, new TextEncoder().encode(message)).buffer).getBigUint64(0);
  }

  /** The outcome of chance that comes next; a roll comes with the faces of its dice. */
  outcome(outcomes: readonly Outcome[], k: number): number {
    const all = outcomes.reduce((sum, { weight }) => sum + weight, 0);
    const action = chosen(outcomes, this.numberBelow('outcome', k, all));
    if (!isRoll(action)) return action;
    const sum = (action & NUMBER_MASK) / lowest(NUMBER_MASK);
    const [least, most] = [Math.max(1, sum - 6), Math.min(6, sum - 1)];
    const first = least + this.numberBelow('faces', k, most - least + 1);
    return withoutFaces(action) + first * lowest(FIRST_MASK) + (sum - first) * lowest(SECOND_MASK);
  }
}

/** The outcome whose weight a number falls on. */
function chosen(outcomes: readonly Outcome[], number: number): number {
  let left = number;
  for (const { action, weight } of outcomes) {
    if (left < weight) return action;
    left -= weight;
  }
  throw new RangeError(`${number} is not below the sum of the weights`);
}

function isRoll(action: number): boolean {
  return [START_ROLLED, DICE_ROLLED].includes(action & KIND_MASK);
}

/** The lowest bit of a mask. */
function lowest(mask: number): number {
  return mask & -mask;
}

function withoutFaces(action: number): number {
  return action & ~(FIRST_MASK | SECOND_MASK);
}

/** Whether the island of a first state, with its tokens, harbors and robber, is the one that follows from the promise. */
function hasMade(engine: Engine, start: State, dice: FairDice, { islandSeed }: Promised): boolean {
  const made = engine.begun(start, islandSeed === null ? dice.islandSeed : BigInt(islandSeed));
  const islandOf = ({ small }: State) => small.slice(TERRAIN, VIEWER).join();
  return islandOf(made) === islandOf(start);
}

/** Compare the island and every ply of chance of a game with what was promised; `states` has one more than `plies`. */
export function checkedDice(
  engine: Engine,
  states: readonly State[],
  plies: readonly { seat: number; action: number }[],
  promised: Promised,
): Checked {
  const dice = new FairDice(promised);
  const isSecretKept = hashOf(bytesOf(promised.secret)) === promised.commitment;
  const isIslandSame = promised.makesIsland ? hasMade(engine, states[0]!, dice, promised) : null;
  const checked: Checked = { isSecretKept, rolls: 0, cards: 0, differing: [], isIslandSame };
  for (const [number, { seat, action }] of plies.entries()) {
    if (seat !== CHANCE) continue;
    const state = states[number]!;
    const computed = dice.outcome(engine.outcomes(state), Number(state.words[CHANCES]));
    const hasFaces = !isRoll(action) || (action & FIRST_MASK) !== 0; // a record may have only the sum
    checked[(action & KIND_MASK) < CARD_DRAWN ? 'rolls' : 'cards'] += 1;
    if (action !== (hasFaces ? computed : withoutFaces(computed))) checked.differing.push(number);
  }
  return checked;
}
