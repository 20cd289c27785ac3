import { expect, it } from 'vitest';

import type { Meta, Settings } from '../api/messages';
import { changesIn } from './describe';

const META = {
  presets: [{ name: 'base', title: '', sentence: '', players: [4], options: { victory_points: 12 } }],
  options: [
    { name: 'players', title: 'Players', kind: 'number', default: 4, choices: [] },
    { name: 'victory_points', title: 'Points', kind: 'number', default: 10, choices: [] },
    { name: 'friendly', title: 'Friendly robber', kind: 'switch', default: false, choices: [] },
    { name: 'dice', title: 'Dice', kind: 'choice', default: 'fair', choices: [{ value: 'deck', title: 'A deck' }] },
  ],
} as unknown as Meta;

it('lists the options that differ from the preset', () => {
  const options = { players: 3, victory_points: 12, friendly: true, dice: 'deck' };
  expect(changesIn(META, { preset: 'base', options } as unknown as Settings)).toEqual([
    { title: 'Friendly robber', value: 'Yes' },
    { title: 'Dice', value: 'A deck' },
  ]);
});
