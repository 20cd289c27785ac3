import { expect, test } from 'vitest';

import type { Meta } from '../api/messages';
import { rulesOf } from './rules';

const META = {
  presets: [{ name: 'base', title: 'Base game' }],
  options: [
    { name: 'players', title: 'Players', kind: 'number', choices: [] },
    { name: 'friendly', title: 'Friendly robber', kind: 'switch', choices: [] },
    { name: 'first', title: 'Who begins', kind: 'choice', choices: [{ value: 'roll', title: 'A roll' }] },
  ],
} as unknown as Meta;

test('a ruleset is described in words', () => {
  expect(rulesOf(META, 'base')).toEqual(['Base game']);
  expect(rulesOf(META, 'base,players:3,friendly:yes')).toEqual(['Base game', 'Players: 3', 'Friendly robber: Yes']);
});

test('options that users cannot choose are left out', () => {
  expect(rulesOf(META, 'base,first:given,unheard:of')).toEqual(['Base game']);
});
