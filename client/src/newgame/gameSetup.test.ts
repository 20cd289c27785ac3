import { describe, expect, it } from 'vitest';

import type { Meta, OptionInfo } from '../api/messages';
import { optionOf, valueOf } from '../ruleset/options';
import {
  defaultSetup,
  levelOf,
  newGame,
  playNow,
  parseSetup,
  defaultPlayers,
  withMode,
  withLevels,
  withOption,
  withPreset,
} from './gameSetup';

const option = (name: string, value: unknown): OptionInfo =>
  ({
    name,
    title: name,
    sentence: '',
    rules: [],
    kind: 'number',
    default: value,
    choices: [],
    least: 0,
    most: 20,
  }) as never;

const POINTS = option('victory_points', 10);
const META = {
  presets: [
    { name: 'base', title: '', sentence: '', players: [2, 3, 4], options: {} },
    { name: 'duel', title: '', sentence: '', players: [2], options: { players: 2, duel: true } },
    { name: 'wide', title: '', sentence: '', players: [2, 3, 4, 5, 6], options: {} },
    { name: 'long', title: '', sentence: '', players: [2, 3, 4, 5, 6], options: { players: 6, victory_points: 15 } },
  ],
  options: [option('players', 4), POINTS],
  bots: [
    { name: 'random', sentence: '', is_ready: true, is_slow: false },
    { name: 'novice', sentence: '', is_ready: true, is_slow: false },
  ],
  default_bot: 'novice',
} as unknown as Meta;

describe('setup', () => {
  it('starts with you against three bots, at once', () => {
    const game = newGame(defaultSetup(META), 7);
    expect(game.seats?.map((seat) => seat.kind)).toEqual(['person', 'computer', 'computer', 'computer']);
    expect(game.starts).toBe(true);
    expect(game.settings?.island_seed).toBe(7);
  });

  it('leaves the level to the server until one is chosen, and keeps the choice', () => {
    const first = defaultSetup(META);
    expect(newGame(playNow(META, first), 7).seats?.[1]?.bot).toBe('');
    expect(levelOf(META, first.seats[1]!)).toBe('novice');
    expect(newGame(withLevels(META, first), 7).seats?.[1]?.bot).toBe('novice');
    const seats = first.seats.map((seat, index) => (index === 1 ? { ...seat, level: 'random' } : seat));
    const kept = parseSetup(META, JSON.stringify({ ...first, seats }));
    expect(newGame(playNow(META, kept), 7).seats?.map((seat) => seat.bot)).toEqual(['', 'random', '', '']);
  });

  it('waits in a room for friends', () => {
    const game = newGame(withMode(defaultSetup(META), 'friends'), null);
    expect(game.seats?.map((seat) => seat.kind)).toEqual(['person', 'open', 'open', 'open']);
    expect(game.starts).toBe(false);
  });

  it('seats everyone at one screen', () => {
    const game = newGame(withMode(defaultSetup(META), 'hotseat'), null);
    expect(game.settings?.is_hotseat).toBe(true);
    expect(game.starts).toBe(true);
  });

  it('waits in a room with verifiable dice', () => {
    const game = newGame({ ...defaultSetup(META), isVerifiable: true }, 7);
    expect(game.starts).toBe(false);
    expect(game.settings?.island_seed).toBe(null);
  });

  it('takes the preset’s number of players, or keeps an allowed one', () => {
    expect(defaultPlayers(META, META.presets[3]!)).toBe(6);
    const duel = withPreset(META, defaultSetup(META), 'duel');
    expect(duel.players).toBe(2);
    expect(withPreset(META, duel, 'long').players).toBe(6);
    expect(withPreset(META, duel, 'base').players).toBe(4);
    const three = { ...defaultSetup(META), players: 3 };
    expect(withPreset(META, three, 'wide').players).toBe(3);
    expect(withPreset(META, withPreset(META, three, 'wide'), 'base').players).toBe(3);
  });

  it('stores no option that equals the preset’s', () => {
    const base = META.presets[0]!;
    const changed = withOption(defaultSetup(META), base, POINTS, 12);
    expect(valueOf(changed, base, POINTS)).toBe(12);
    expect(optionOf(META, changed, 'victory_points')).toBe(12);
    expect(optionOf(META, withPreset(META, changed, 'long'), 'victory_points')).toBe(15);
    expect(optionOf(META, changed, 'gone')).toBe(null);
    expect(withOption(changed, base, POINTS, 10).options).toEqual({});
    expect(withPreset(META, changed, 'long').options).toEqual({});
  });

  it('survives storing and parsing', () => {
    const setup = withOption(withMode(defaultSetup(META), 'friends'), META.presets[0]!, POINTS, 12);
    expect(parseSetup(META, JSON.stringify(setup))).toEqual(setup);
  });

  it('falls back to defaults for unknown values', () => {
    const odd = { ...defaultSetup(META), preset: 'gone', players: 9, options: { x: 1 }, seats: [{ level: 'gone' }, 5] };
    expect(parseSetup(META, JSON.stringify(odd))).toEqual(defaultSetup(META));
    for (const text of [null, '', '{', '[]', '7']) expect(parseSetup(META, text)).toEqual(defaultSetup(META));
  });
});
