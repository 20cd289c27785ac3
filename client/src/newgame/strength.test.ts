import { expect, it } from 'vitest';

import type { Meta } from '../api/messages';
import { defaultSetup } from './gameSetup';
import { levelFor, strengthOf, withStrength } from './strength';

const bot = (name: string, is_ready = true, is_slow = false) => ({ name, sentence: '', is_ready, is_slow });
const META = {
  presets: [{ name: 'base', title: '', sentence: '', players: [4], options: {} }],
  options: [],
  bots: [bot('learner'), bot('novice'), bot('skilled'), bot('expert')],
  default_bot: 'skilled',
} as unknown as Meta;

it('has a level for each strength', () => {
  expect((['new', 'casual', 'strong'] as const).map((one) => levelFor(META, one))).toEqual([
    'learner',
    'novice',
    'expert',
  ]);
});

it('leaves it to the server where strong levels are too slow', () => {
  const bots = [bot('novice'), bot('skilled', true, true), bot('expert', true, true)];
  expect(levelFor({ ...META, bots, default_bot: 'novice' }, 'strong')).toBe('novice');
});

it('is casual at first, and keeps what was chosen', () => {
  const first = defaultSetup(META);
  expect(strengthOf(first)).toBe('casual');
  const strong = withStrength(META, first, 'strong');
  expect(strengthOf(strong)).toBe('strong');
  const mixed = { ...strong, seats: strong.seats.map((seat, at) => (at === 2 ? { ...seat, level: 'novice' } : seat)) };
  expect(strengthOf(mixed)).toBeNull();
});
