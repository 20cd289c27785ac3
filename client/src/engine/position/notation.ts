/** Actions as text and as numbers, as the library writes them (src/longroad/notation/actions.py). */

import type { Counts } from '../../api/messages';
import {
  CHANCE,
  COUNT_ZERO,
  DICE_ROLLED,
  KIND_MASK,
  MOST_ASKED,
  MOST_COUNT,
  MOST_HIDDEN,
  PLAY_PLENTY,
  RESOURCES,
  SEATS,
  TRADE_BANK,
} from '../layout';
import {
  ALSO_CALLED,
  COUNT_SHIFTS,
  MORE_SHIFTS,
  PLENTY,
  RESOURCE_NAMES,
  SHIFTS,
  SLOT_BOUNDS,
  SLOT_WORDS,
  SPELLINGS,
} from '../tables';

const CHANCE_SIGN = '*';
const HIDDEN = '?';
const RATES = [2, 3, 4]; // of the bank
const LONGEST_TEXT = 200; // characters; no action needs more

/** Text that is not an action; the message quotes it. */
export class NotAnAction extends Error {}

interface Spelling {
  kind: number;
  word: string;
  template: string;
  slots: string[];
  pattern: RegExp;
  shifts: Readonly<Record<string, number>>;
}

const BROAD: Readonly<Record<string, string>> = { give: '.+?', take: '.+?', cards: '.+', to: '.+' };
const SLOT = /\{(\w+)\}/g;

const spellings = Object.entries(SPELLINGS).map(([kind, { template, shifts }]): Spelling => {
  const slots = [...template.matchAll(SLOT)].map((slot) => slot[1]!);
  const pattern = new RegExp(`^${template.replace(SLOT, (_, slot: string) => `(${BROAD[slot] ?? '\\S+'})`)}$`);
  const word = template.split(' ').find((part) => !part.startsWith('{'))!;
  return { kind: Number(kind), word, template, slots, pattern, shifts };
});
const byKind = new Map(spellings.map((spelling) => [spelling.kind, spelling]));

/** The kind of an action. */
export function kindOf(action: number): number {
  return action % (KIND_MASK + 1);
}

/** The first word of the notation of a kind of action. */
export function wordOf(kind: number): string {
  return byKind.get(kind)!.word;
}

// --- numbers in an action; it has more bits than bitwise operators take -------------------------------------------------

function bits(action: number, shift: number, count: number): number {
  return Math.floor(action / 2 ** shift) % 2 ** count;
}

/** An action's number: a place, a seat, a resource, a pair, a sum. */
export function numberOf(action: number): number {
  return bits(action, SHIFTS.number, 8);
}

/** The faces of the dice of a roll, if they are known. */
export function facesOf(action: number): number[] {
  const faces = [bits(action, SHIFTS.first, 3), bits(action, SHIFTS.second, 3)];
  return kindOf(action) === DICE_ROLLED && faces[0] ? faces : [];
}

/** What a bundle gives of each resource; what it takes is negative. */
export function countsOf(action: number): number[] {
  return COUNT_SHIFTS.map(
    (shift, resource) => bits(action, shift, 6) + 64 * bits(action, MORE_SHIFTS[resource]!, 1) - COUNT_ZERO,
  );
}

/** The bundle that gives these counts, offered to a set of seats. */
export function bundleOf(kind: number, counts: readonly number[], to = 0): number {
  return counts.reduce(
    (packed, count, resource) => {
      const stored = count + COUNT_ZERO;
      return (
        packed + (stored % 64) * 2 ** COUNT_SHIFTS[resource]! + Math.floor(stored / 64) * 2 ** MORE_SHIFTS[resource]!
      );
    },
    kind + to * 2 ** SHIFTS.to,
  );
}

/** The seats in a set. */
export function seatsIn(set: number): number[] {
  return Array.from({ length: CHANCE + 1 }, (_, seat) => seat).filter((seat) => (set >> seat) & 1);
}

// --- writing ------------------------------------------------------------------------------------------------------------

/** Counts by name, without zeros. */
export function named(counts: readonly number[]): Counts {
  return Object.fromEntries(counts.flatMap((count, k) => (count ? [[RESOURCE_NAMES[k]!, count]] : [])));
}

function written(counts: readonly number[]): string {
  const parts = counts.flatMap((count, resource) => (count > 0 ? [`${count} ${RESOURCE_NAMES[resource]}`] : []));
  return parts.join(' ') || 'nothing';
}

function cardsText(action: number): string {
  const counts = countsOf(action);
  if (Math.max(...counts) > 0) return written(counts);
  const hidden = -counts.reduce((sum, count) => sum + count, 0);
  return hidden ? `${HIDDEN}${hidden}` : HIDDEN;
}

function rollText(action: number): string {
  const [first, second] = [bits(action, SHIFTS.first, 3), bits(action, SHIFTS.second, 3)];
  return first ? `${first}+${second}` : String(numberOf(action));
}

function one(resource: number, count = 1): number[] {
  return RESOURCE_NAMES.map((_, k) => (k === resource ? count : 0));
}

/** What a trade with the bank, a year of plenty or a bundle gives and takes. */
export function sidesOf(action: number): { give: number[]; take: number[] } {
  const number = numberOf(action);
  if (kindOf(action) === TRADE_BANK) {
    const [rate, pair] = [Math.floor(number / RESOURCES ** 2), number % RESOURCES ** 2];
    return { give: one(Math.floor(pair / RESOURCES), rate), take: one(pair % RESOURCES) };
  }
  if (kindOf(action) === PLAY_PLENTY) {
    return { give: [], take: RESOURCE_NAMES.map((_, k) => PLENTY[number]!.filter((card) => card === k).length) };
  }
  return { give: countsOf(action), take: countsOf(action).map((count) => -count) };
}

function slotText(slot: string, action: number, spelling: Spelling): string {
  if (slot === 'give' || slot === 'take') return written(sidesOf(action)[slot]);
  if (slot === 'cards') return cardsText(action);
  if (slot === 'to') return seatsIn(bits(action, SHIFTS.to, SEATS)).join(' ');
  if (slot === 'roll') return rollText(action);
  const shift = spelling.shifts[slot] ?? SHIFTS.third; // who rolled for the start
  const value = bits(action, shift, shift === SHIFTS.number ? 8 : 3);
  return SLOT_WORDS[slot]?.[value] ?? String(value);
}

/** Write an action. */
export function writeAction(action: number): string {
  const spelling = byKind.get(kindOf(action));
  if (spelling === undefined) throw new RangeError(`${action} is not an action`);
  return spelling.template.replace(SLOT, (_, slot: string) => slotText(slot, action, spelling));
}

/** Write a ply: who acts, and the action. */
export function writePly(seat: number, action: number): string {
  return `${seat === CHANCE ? CHANCE_SIGN : seat}: ${writeAction(action)}`;
}

// --- reading ------------------------------------------------------------------------------------------------------------

/** The usage of the kinds of action with a word: 'settle SITE'. */
function usage(word: string): string {
  const same = spellings.filter((spelling) => spelling.word === word);
  return same
    .map(({ template }) => `'${template.replace(SLOT, (_, slot: string) => slot.toUpperCase())}'`)
    .join(' or ');
}

function quoted(text: string): string {
  return `'${text.length > 40 ? `${text.slice(0, 39)}…` : text}'`;
}

/** Read counts such as '2 wool, 1 ore'; one card needs no number, and 'nothing' is no card. */
function readCounts(text: string): number[] {
  const counts = RESOURCE_NAMES.map(() => 0);
  const words = text
    .replaceAll(',', ' ')
    .split(' ')
    .filter((word) => word !== '' && word !== 'and');
  if (words.length === 1 && words[0] === 'nothing') return counts;
  let number = '';
  for (const word of words) {
    if (number === '' && /^\d{1,4}$/.test(word)) {
      number = word;
      continue;
    }
    const [, own = '', name = ''] = /^(\d{1,4})?([a-z]+)$/.exec(word) ?? [];
    const resource = RESOURCE_NAMES.findIndex((one) => one === (ALSO_CALLED[name] ?? name));
    if (resource < 0 || (number && own)) {
      const possible = RESOURCE_NAMES.join(', ');
      throw new NotAnAction(`${quoted(`${number} ${word}`.trim())} is not a resource: expected one of ${possible}`);
    }
    counts[resource]! += Number(number || own || 1);
    number = '';
  }
  if (number) throw new NotAnAction(`${quoted(number)} at the end of ${quoted(text)}: of which resource?`);
  if (Math.max(...counts) > MOST_COUNT) {
    throw new NotAnAction(`${quoted(text)}: a bundle holds at most ${MOST_COUNT} cards of a resource`);
  }
  return counts;
}

function readWhole(name: string, text: string, [least, most]: readonly [number, number]): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw new NotAnAction(`${name} ${quoted(text)}: expected a whole number from ${least} to ${most}`);
}

function readValue(slot: string, text: string): number {
  const bounds = SLOT_BOUNDS[slot];
  if (bounds !== undefined) return readWhole(slot, text, bounds);
  const words = SLOT_WORDS[slot]!;
  const place = text === '' ? -1 : words.indexOf(ALSO_CALLED[text] ?? text);
  if (place >= 0) return place;
  throw new NotAnAction(`${slot} ${quoted(text)}: expected one of ${words.filter(Boolean).join(', ')}`);
}

/** Read the seats that an offer is made to, as a set. */
function readSeats(text: string): number {
  const words = text.split(/[ ,]+/).filter(Boolean);
  const seats = words.map((word) => readValue('seat', word));
  if (seats.length === 0) throw new NotAnAction(`seats ${quoted(text)}: expected at least one`);
  if (new Set(seats).size !== seats.length) throw new NotAnAction(`seats ${quoted(text)}: one is given twice`);
  return seats.reduce((set, seat) => set | (1 << seat), 0);
}

function readBundle(kind: number, texts: Readonly<Record<string, string>>): number {
  const [give, take] = [readCounts(texts['give']!), readCounts(texts['take']!)];
  const trade = `'${written(give)} for ${written(take)}'`;
  if (Math.max(...give) === 0 || Math.max(...take) === 0) {
    throw new NotAnAction(`${trade}: both sides give a card (TRA-3)`);
  }
  if (give.some((count, resource) => count > 0 && take[resource]! > 0)) {
    throw new NotAnAction(`${trade}: a resource is not traded for itself (TRA-4)`);
  }
  if (Math.max(...take) > MOST_ASKED) {
    throw new NotAnAction(`${trade}: a trade asks for at most ${MOST_ASKED} cards of a resource`);
  }
  const counts = give.map((count, resource) => count - take[resource]!);
  return bundleOf(kind, counts, texts['to'] === undefined ? 0 : readSeats(texts['to']));
}

function readCards(kind: number, text: string): number {
  if (text.startsWith(HIDDEN)) {
    const number = text === HIDDEN ? 0 : readWhole('number of hidden cards', text.slice(1), [1, MOST_HIDDEN]);
    const most = COUNT_ZERO - 1;
    return bundleOf(
      kind,
      RESOURCE_NAMES.map((_, k) => -Math.min(Math.max(number - most * k, 0), most)),
    );
  }
  const counts = readCounts(text);
  if (Math.max(...counts) === 0) throw new NotAnAction(`${quoted(text)}: expected at least one card, or ${HIDDEN}`);
  return bundleOf(kind, counts);
}

function readBank(kind: number, texts: Readonly<Record<string, string>>): number {
  const [give, take] = [readCounts(texts['give']!), readCounts(texts['take']!)];
  const [given, taken] = [give, take].map((counts) => counts.flatMap((count, k) => (count > 0 ? [k] : []))) as [
    number[],
    number[],
  ];
  const rate = give[given[0] ?? 0]!;
  if (given.length !== 1 || taken.length !== 1 || take[taken[0]!] !== 1 || !RATES.includes(rate)) {
    throw new NotAnAction(
      `'bank ${written(give)} for ${written(take)}': expected 2, 3 or 4 cards of one resource for one card`,
    );
  }
  return kind + (rate * RESOURCES ** 2 + given[0]! * RESOURCES + taken[0]!) * 2 ** SHIFTS.number;
}

function readPlenty(kind: number, text: string): number {
  const cards = readCounts(text).flatMap((count, resource) => Array<number>(Math.min(count, 3)).fill(resource));
  const number = PLENTY.findIndex((taken) => taken.join() === cards.join());
  if (number < 0) throw new NotAnAction(`'plenty ${text}': it takes one or two cards (DEV-4)`);
  return kind + number * 2 ** SHIFTS.number;
}

function readRoll(kind: number, texts: Readonly<Record<string, string>>): number {
  const roll = texts['roll']!;
  const faces = /^([1-6])\+([1-6])$/.exec(roll);
  const [first, second] = faces ? [Number(faces[1]), Number(faces[2])] : [0, 0];
  const sum = faces ? first + second : /^\d{1,2}$/.test(roll) ? Number(roll) : 0;
  if (sum < 2 || sum > 12)
    throw new NotAnAction(`roll ${quoted(roll)}: expected a sum from 2 to 12, or two dice, such as 3+5`);
  const seat = texts['seat'] === undefined ? 0 : readValue('seat', texts['seat']);
  return (
    kind + sum * 2 ** SHIFTS.number + first * 2 ** SHIFTS.first + second * 2 ** SHIFTS.second + seat * 2 ** SHIFTS.third
  );
}

function packed({ kind, slots, shifts }: Spelling, texts: Readonly<Record<string, string>>): number {
  if (kind === TRADE_BANK) return readBank(kind, texts);
  if (kind === PLAY_PLENTY) return readPlenty(kind, texts['take']!);
  if (slots.includes('give')) return readBundle(kind, texts);
  if (slots.includes('cards')) return readCards(kind, texts['cards']!);
  if (slots.includes('roll')) return readRoll(kind, texts);
  return slots.reduce((action, slot) => action + readValue(slot, texts[slot]!) * 2 ** shifts[slot]!, kind);
}

/** Read an action in any case and with any spaces; an offer without seats goes to all `others`. */
export function readAction(given: string, others: readonly number[] = []): number {
  let text = given.toLowerCase().split(/\s+/).filter(Boolean).join(' ');
  const [first = '', second = ''] = text.split(' ');
  if (first === 'offer' && others.length > 0 && !/ to /.test(text)) text += ` to ${others.join(' ')}`;
  const word = /^\d$/.test(first) ? second : first;
  if (text.length <= LONGEST_TEXT) {
    for (const spelling of spellings.filter((one) => one.word === word)) {
      const found = spelling.pattern.exec(text);
      if (found) return packed(spelling, Object.fromEntries(spelling.slots.map((slot, k) => [slot, found[k + 1]!])));
    }
  }
  const words = [...new Set(spellings.map((spelling) => spelling.word))];
  throw new NotAnAction(
    `${quoted(given)} is not an action: expected ${words.includes(word) ? usage(word) : `one of ${words.join(', ')}`}`,
  );
}
