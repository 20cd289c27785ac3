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
} from './layout';

const RECIPE = 'longroad fair 1';
const DRAWS = 1n << 64n;

/** What a game promises: the hash of a secret, the secret itself, and what the seats have added. */
export interface Promised {
  commitment: string;
  secret: string;
  texts: readonly string[];
}

/** What was compared with the promise, and the numbers of the plies that differ from it. */
export interface Checked {
  isSecretKept: boolean;
  rolls: number;
  cards: number; // stolen, taken and drawn
  differing: number[];
}

function bytesOf(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function digitsOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return digitsOf(await crypto.subtle.digest('SHA-256', bytes));
}

/** Draws the numbers that follow from a secret and texts. */
export class FairDice {
  private readonly key: CryptoKey;
  private readonly hashes: readonly string[]; // of the texts

  private constructor(key: CryptoKey, hashes: readonly string[]) {
    this.key = key;
    this.hashes = hashes;
  }

  static async of({ secret, texts }: Promised): Promise<FairDice> {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
    const all = Array.from({ length: SEATS }, (_, seat) => texts[seat] ?? '');
    return new FairDice(key, await Promise.all(all.map((text) => hashOf(new TextEncoder().encode(text)))));
  }

  /** Draw a number from 0 to limit - 1, each equally likely: draws that would be biased are repeated. */
  async numberBelow(purpose: string, k: number, limit: number): Promise<number> {
    const whole = (DRAWS / BigInt(limit)) * BigInt(limit);
    for (let attempt = 0; ; attempt++) {
      const message = [RECIPE, purpose, k, attempt, ...this.hashes].join('\n');
      const digest = await crypto.subtle.sign('HMAC', this.key, new TextEncoder().encode(message));
      const number = new DataView(digest).getBigUint64(0);
      if (number < whole) return Number(number % BigInt(limit));
    }
  }

  /** The outcome of chance that comes next; a roll comes with the faces of its dice. */
  async outcome(outcomes: readonly Outcome[], k: number): Promise<number> {
    const all = outcomes.reduce((sum, { weight }) => sum + weight, 0);
    const action = chosen(outcomes, await this.numberBelow('outcome', k, all));
    if (!isRoll(action)) return action;
    const sum = (action & NUMBER_MASK) / lowest(NUMBER_MASK);
    const [least, most] = [Math.max(1, sum - 6), Math.min(6, sum - 1)];
    const first = least + (await this.numberBelow('faces', k, most - least + 1));
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

/** Compare every ply of chance of a game with what was promised; `states` has one more than `plies`. */
export async function checkedDice(
  engine: Engine,
  states: readonly State[],
  plies: readonly { seat: number; action: number }[],
  promised: Promised,
): Promise<Checked> {
  const dice = await FairDice.of(promised);
  const isSecretKept = (await hashOf(bytesOf(promised.secret))) === promised.commitment;
  const checked: Checked = { isSecretKept, rolls: 0, cards: 0, differing: [] };
  for (const [number, { seat, action }] of plies.entries()) {
    if (seat !== CHANCE) continue;
    const state = states[number]!;
    const computed = await dice.outcome(engine.outcomes(state), Number(state.words[CHANCES]));
    const hasFaces = !isRoll(action) || (action & FIRST_MASK) !== 0; // a record may have only the sum
    checked[(action & KIND_MASK) < CARD_DRAWN ? 'rolls' : 'cards'] += 1;
    if (action !== (hasFaces ? computed : withoutFaces(computed))) checked.differing.push(number);
  }
  return checked;
}
