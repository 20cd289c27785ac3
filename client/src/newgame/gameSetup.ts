/** What somebody wishes to play, kept from one visit to the next, and the request that it becomes. */

import { MAX_NAME_LENGTH } from '../api/limits';
import type { Clock, Meta, NewGame, OptionMeaning, Pace, PresetMeaning, SeatWish } from '../api/messages';
import { presetOf, usualValue } from '../ruleset/options';

/** With whom one plays: computer players alone, friends who get a link, or people around one screen. */
export type Company = 'solo' | 'friends' | 'hotseat';

/**
 * Who is wished for on a seat. `level` is empty until one is chosen, which leaves it to the server; it is kept while a
 * person sits there, so that it is there when the person goes.
 */
export interface Chair {
  kind: 'person' | 'computer' | 'open';
  name: string;
  level: string;
}

export interface Wishes {
  company: Company;
  preset: string;
  players: number;
  options: Record<string, unknown>; // those that differ from the preset's
  chairs: Chair[]; // six, of which the first `players` count
  clock: Clock | null;
  pace: Pace;
  isVerifiable: boolean;
  name: string;
}

export const MOST_PLAYERS = 6;
export const PACES: readonly Pace[] = ['slow', 'normal', 'instant'];
export const COMPANIES: readonly Company[] = ['solo', 'friends', 'hotseat'];
const KEY = 'longroad.wishes';

/** Who sits on a seat unless somebody says otherwise: oneself first, then those whom the company brings. */
export function usualChair(company: Company, seat: number, level = ''): Chair {
  const others = { solo: 'computer', friends: 'open', hotseat: 'person' } as const;
  return { kind: seat === 0 ? 'person' : others[company], name: '', level };
}

export function usualChairs(company: Company): Chair[] {
  return Array.from({ length: MOST_PLAYERS }, (_, seat) => usualChair(company, seat));
}

/** How well a computer player plays, as far as can be told now. */
export function levelOf(meta: Meta, chair: Chair): string {
  return chair.level || meta.default_bot;
}

/** The same wishes with every level named: what is shown is what is played. */
export function withLevels(meta: Meta, wishes: Wishes): Wishes {
  return { ...wishes, chairs: wishes.chairs.map((chair) => ({ ...chair, level: levelOf(meta, chair) })) };
}

/** How many play a preset unless somebody says otherwise. */
export function usualPlayers(meta: Meta, preset: PresetMeaning): number {
  const told = preset.options['players'] ?? meta.options.find((option) => option.name === 'players')?.default;
  return typeof told === 'number' && preset.players.includes(told) ? told : (preset.players.at(-1) ?? 4);
}

/** The wishes of somebody who comes for the first time. */
export function firstWishes(meta: Meta): Wishes {
  const preset = meta.presets[0]!;
  return {
    company: 'solo',
    preset: preset.name,
    players: usualPlayers(meta, preset),
    options: {},
    chairs: usualChairs('solo'),
    clock: null,
    pace: 'normal',
    isVerifiable: false,
    name: '',
  };
}

/** The game of one click: the first preset against computer players, with the levels, pace and name of last time. */
export function playNow(meta: Meta, last: Wishes): Wishes {
  const { chairs } = withCompany(last, 'solo');
  return { ...firstWishes(meta), chairs, pace: last.pace, name: last.name };
}

/**
 * Take another preset: its options and nothing of the one before. The number of players is kept where somebody chose it,
 * that is where neither of the two is made for a number of its own.
 */
export function withPreset(meta: Meta, wishes: Wishes, name: string): Wishes {
  const preset = presetOf(meta, name);
  const isMade = [presetOf(meta, wishes.preset), preset].some(({ options }) => 'players' in options);
  const isKept = !isMade && preset.players.includes(wishes.players);
  const players = isKept ? wishes.players : usualPlayers(meta, preset);
  return { ...wishes, preset: preset.name, players, options: {} };
}

/** Take other company: everybody's seat is dealt anew, levels are kept. */
export function withCompany(wishes: Wishes, company: Company): Wishes {
  const chairs = wishes.chairs.map((chair, seat) => ({ ...usualChair(company, seat, chair.level), name: chair.name }));
  return { ...wishes, company, chairs };
}

/** Change an option; one that is as the preset has it is not kept. */
export function withOption(wishes: Wishes, preset: PresetMeaning, option: OptionMeaning, value: unknown): Wishes {
  const options = { ...wishes.options };
  if (value === usualValue(preset, option)) delete options[option.name];
  else options[option.name] = value;
  return { ...wishes, options };
}

/** The options as the server takes them: those that differ, and how many play. */
export function askedOptions(wishes: Wishes): Record<string, unknown> {
  return { ...wishes.options, players: wishes.players };
}

function seatWish(chair: Chair, name: string): SeatWish {
  if (chair.kind === 'computer') return { kind: 'computer', name: '', bot: chair.level, colour: '' };
  return { kind: chair.kind, name: chair.kind === 'person' ? name : '', bot: '', colour: '' };
}

/** Whether the game begins without a room: nobody is awaited, and nobody may add a word to the dice. */
export function startsAtOnce(wishes: Wishes): boolean {
  const isFull = wishes.chairs.slice(0, wishes.players).every((chair) => chair.kind !== 'open');
  return isFull && wishes.company !== 'friends' && !wishes.isVerifiable;
}

/** The request for the game that is wished for, on the island that was shown. */
export function newGame(wishes: Wishes, islandSeed: number | null): NewGame {
  const chairs = wishes.chairs.slice(0, wishes.players);
  const seats = chairs.map((chair, seat) => seatWish(chair, seat === 0 ? chair.name || wishes.name : chair.name));
  return {
    settings: {
      preset: wishes.preset,
      options: askedOptions(wishes),
      island_seed: wishes.isVerifiable ? null : islandSeed, // such dice lay the island, too
      clock: wishes.clock,
      pace: wishes.pace,
      is_verifiable: wishes.isVerifiable,
      is_hotseat: wishes.company === 'hotseat',
    },
    seats,
    starts: startsAtOnce(wishes),
  };
}

// --- kept from one visit to the next ---------------------------------------------------------------------------------

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function oneOf<T>(value: unknown, possible: readonly T[], otherwise: T): T {
  return possible.includes(value as T) ? (value as T) : otherwise;
}

function keptChair(value: unknown, usual: Chair, levels: readonly string[]): Chair {
  if (!isRecord(value)) return usual;
  return {
    kind: oneOf(value['kind'], ['person', 'computer', 'open'] as const, usual.kind),
    name: typeof value['name'] === 'string' ? value['name'].slice(0, MAX_NAME_LENGTH) : '',
    level: oneOf(value['level'] as string, levels, usual.level),
  };
}

function keptClock(value: unknown): Clock | null {
  if (!isRecord(value)) return null;
  const { decision_s, reserve_s } = value;
  return typeof decision_s === 'number' && typeof reserve_s === 'number' ? { decision_s, reserve_s } : null;
}

/** Read kept wishes, and put what there is today where they name something that there is not. */
export function readWishes(meta: Meta, text: string | null): Wishes {
  const first = firstWishes(meta);
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    return first; // what cannot be read is as good as nothing
  }
  if (!isRecord(kept)) return first;
  const levels = meta.bots.map((bot) => bot.name);
  const preset = presetOf(meta, String(kept['preset']));
  const company = oneOf(kept['company'], COMPANIES, first.company);
  const names = new Set(meta.options.map((option) => option.name));
  const chairs = Array.isArray(kept['chairs']) ? (kept['chairs'] as unknown[]) : [];
  const options = isRecord(kept['options']) && preset.name === kept['preset'] ? kept['options'] : {};
  return {
    company,
    preset: preset.name,
    players: oneOf(kept['players'] as number, preset.players, usualPlayers(meta, preset)),
    options: Object.fromEntries(Object.entries(options).filter(([name]) => names.has(name))),
    chairs: usualChairs(company).map((usual, seat) => keptChair(chairs[seat], usual, levels)),
    clock: keptClock(kept['clock']),
    pace: oneOf(kept['pace'] as Pace, PACES, first.pace),
    isVerifiable: kept['isVerifiable'] === true,
    name: typeof kept['name'] === 'string' ? kept['name'].slice(0, MAX_NAME_LENGTH) : '',
  };
}

/** A browser may forbid to keep anything; then wishes last as long as the page. */
export function loadWishes(meta: Meta): Wishes {
  try {
    return readWishes(meta, localStorage.getItem(KEY));
  } catch {
    return firstWishes(meta);
  }
}

export function keepWishes(wishes: Wishes): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(wishes));
  } catch {
    // Nothing is lost but the memory of it.
  }
}
