/** The setup of a new game as the form edits it, stored between visits, and the request that it becomes. */

import { MAX_NAME_LENGTH } from '../api/limits';
import type { Clock, Hints, Meta, NewGame, OptionInfo, Pace, PresetInfo, SeatRequest } from '../api/messages';
import { load, save } from '../app/storage';
import { defaultValue, presetOf } from '../ruleset/options';

/** Who plays: you against bots, friends who join by a link, or people who share this screen. */
export type GameMode = 'solo' | 'friends' | 'hotseat';

/**
 * Who sits in a seat. An empty `level` leaves the choice to the server; it is kept while a person has the seat, for when
 * a bot takes it again.
 */
export interface SeatSetup {
  kind: 'person' | 'computer' | 'open';
  name: string;
  level: string;
}

export interface GameSetup {
  mode: GameMode;
  preset: string;
  players: number;
  options: Record<string, unknown>; // those that differ from the preset's
  seats: SeatSetup[]; // always six; the first `players` count
  clock: Clock | null;
  pace: Pace;
  hints: Hints; // who may ask for them
  isVerifiable: boolean;
  name: string;
}

export const MAX_PLAYERS = 6;
export const PACES: readonly Pace[] = ['slow', 'normal', 'instant'];
export const HINTS: readonly Hints[] = ['solo', 'all', 'none'];
export const GAME_MODES: readonly GameMode[] = ['solo', 'friends', 'hotseat'];
const KEY = 'longroad.setup';

/** Who sits in a seat by default: you first, then whoever the mode brings. */
export function defaultSeat(mode: GameMode, index: number, level = ''): SeatSetup {
  const others = { solo: 'computer', friends: 'open', hotseat: 'person' } as const;
  return { kind: index === 0 ? 'person' : others[mode], name: '', level };
}

export function defaultSeats(mode: GameMode): SeatSetup[] {
  return Array.from({ length: MAX_PLAYERS }, (_, index) => defaultSeat(mode, index));
}

/** The level of a bot: the chosen one, or the server's default. */
export function levelOf(meta: Meta, seat: SeatSetup): string {
  return seat.level || meta.default_bot;
}

/** The same setup with every level filled in, so that what is shown is what is played. */
export function withLevels(meta: Meta, setup: GameSetup): GameSetup {
  return { ...setup, seats: setup.seats.map((seat) => ({ ...seat, level: levelOf(meta, seat) })) };
}

/** The default number of players of a preset. */
export function defaultPlayers(meta: Meta, preset: PresetInfo): number {
  const players = preset.options['players'] ?? meta.options.find((option) => option.name === 'players')?.default;
  return typeof players === 'number' && preset.players.includes(players) ? players : (preset.players.at(-1) ?? 4);
}

/** The setup of a first visit. */
export function defaultSetup(meta: Meta): GameSetup {
  const preset = meta.presets[0]!;
  return {
    mode: 'solo',
    preset: preset.name,
    players: defaultPlayers(meta, preset),
    options: {},
    seats: defaultSeats('solo'),
    clock: null,
    pace: 'normal',
    hints: 'solo',
    isVerifiable: false,
    name: '',
  };
}

/** The one-click game: the first preset against bots, with the levels, pace, hints and name of last time. */
export function playNow(meta: Meta, last: GameSetup): GameSetup {
  const { seats } = withMode(last, 'solo');
  return { ...defaultSetup(meta), seats, pace: last.pace, hints: last.hints, name: last.name };
}

/**
 * Change the preset and reset its options. The number of players stays if the user chose it, that is, if neither preset
 * sets one.
 */
export function withPreset(meta: Meta, setup: GameSetup, name: string): GameSetup {
  const preset = presetOf(meta, name);
  const isFixed = [presetOf(meta, setup.preset), preset].some(({ options }) => 'players' in options);
  const isKept = !isFixed && preset.players.includes(setup.players);
  const players = isKept ? setup.players : defaultPlayers(meta, preset);
  return { ...setup, preset: preset.name, players, options: {} };
}

/** Change the mode: seats get their defaults, levels and names stay. */
export function withMode(setup: GameSetup, mode: GameMode): GameSetup {
  const seats = setup.seats.map(({ level, name }, index) => ({ ...defaultSeat(mode, index, level), name }));
  return { ...setup, mode, seats };
}

/** Change an option; a value that equals the preset's is not stored. */
export function withOption(setup: GameSetup, preset: PresetInfo, option: OptionInfo, value: unknown): GameSetup {
  const options = { ...setup.options };
  if (value === defaultValue(preset, option)) delete options[option.name];
  else options[option.name] = value;
  return { ...setup, options };
}

/** The options of the request: those that differ, and the number of players. */
export function requestOptions(setup: GameSetup): Record<string, unknown> {
  return { ...setup.options, players: setup.players };
}

function requestSeat(seat: SeatSetup, name: string): SeatRequest {
  if (seat.kind === 'computer') return { kind: 'computer', name: '', bot: seat.level, colour: '' };
  return { kind: seat.kind, name: seat.kind === 'person' ? name : '', bot: '', colour: '' };
}

/** Whether the game starts without a room: no seat is open, and nobody adds a text to verifiable dice. */
export function startsAtOnce(setup: GameSetup): boolean {
  const isFull = setup.seats.slice(0, setup.players).every((seat) => seat.kind !== 'open');
  return isFull && setup.mode !== 'friends' && !setup.isVerifiable;
}

/** The request for a new game, on the island that was shown. */
export function newGame(setup: GameSetup, islandSeed: number | null): NewGame {
  const [first, ...others] = setup.seats.slice(0, setup.players);
  return {
    settings: {
      preset: setup.preset,
      options: requestOptions(setup),
      island_seed: setup.isVerifiable ? null : islandSeed, // verifiable dice also determine the island
      clock: setup.clock,
      pace: setup.pace,
      hints: setup.hints,
      is_verifiable: setup.isVerifiable,
      is_hotseat: setup.mode === 'hotseat',
    },
    seats: [requestSeat(first!, first!.name || setup.name), ...others.map((seat) => requestSeat(seat, seat.name))],
    starts: startsAtOnce(setup),
  };
}

// --- stored between visits -------------------------------------------------------------------------------------------

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function oneOf<T>(value: unknown, possible: readonly T[], otherwise: T): T {
  return possible.includes(value as T) ? (value as T) : otherwise;
}

function parseName(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_NAME_LENGTH) : '';
}

function parseSeat(value: unknown, otherwise: SeatSetup, levels: readonly string[]): SeatSetup {
  if (!isRecord(value)) return otherwise;
  return {
    kind: oneOf(value['kind'], ['person', 'computer', 'open'] as const, otherwise.kind),
    name: parseName(value['name']),
    level: oneOf(value['level'] as string, levels, otherwise.level),
  };
}

function parseClock(value: unknown): Clock | null {
  if (!isRecord(value)) return null;
  const { decision_s, reserve_s } = value;
  return typeof decision_s === 'number' && typeof reserve_s === 'number' ? { decision_s, reserve_s } : null;
}

/** Parse a stored setup; what no longer exists is replaced by its default. */
export function parseSetup(meta: Meta, text: string | null): GameSetup {
  const first = defaultSetup(meta);
  let stored: unknown = null;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return first;
  }
  if (!isRecord(stored)) return first;
  const levels = meta.bots.map((bot) => bot.name);
  const preset = presetOf(meta, String(stored['preset']));
  const mode = oneOf(stored['mode'], GAME_MODES, first.mode);
  const names = new Set(meta.options.map((option) => option.name));
  const seats = Array.isArray(stored['seats']) ? (stored['seats'] as unknown[]) : [];
  const options = isRecord(stored['options']) && preset.name === stored['preset'] ? stored['options'] : {};
  return {
    mode,
    preset: preset.name,
    players: oneOf(stored['players'] as number, preset.players, defaultPlayers(meta, preset)),
    options: Object.fromEntries(Object.entries(options).filter(([name]) => names.has(name))),
    seats: defaultSeats(mode).map((seat, index) => parseSeat(seats[index], seat, levels)),
    clock: parseClock(stored['clock']),
    pace: oneOf(stored['pace'] as Pace, PACES, first.pace),
    hints: oneOf(stored['hints'] as Hints, HINTS, first.hints),
    isVerifiable: stored['isVerifiable'] === true,
    name: parseName(stored['name']),
  };
}

export function loadSetup(meta: Meta): GameSetup {
  return parseSetup(meta, load(KEY));
}

export function saveSetup(setup: GameSetup): void {
  save(KEY, JSON.stringify(setup));
}
