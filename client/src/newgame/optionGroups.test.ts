import { expect, it } from 'vitest';

import type { OptionInfo } from '../api/messages';
import { groupOptions } from './optionGroups';

const option = (name: string, ...rules: string[]) => ({ name, rules }) as unknown as OptionInfo;

it('puts every option into one group, new ones last', () => {
  const found = groupOptions([
    option('players'),
    option('limit', 'WIN-5'),
    option('terrain', 'BRD-8'),
    option('founding', 'SET-3', 'BRD-9'),
    option('weather', 'SKY-1'),
    option('duel', 'DUO'),
  ]);
  expect(found.map(({ group, options }) => [group, ...options.map((one) => one.name)])).toEqual([
    ['island', 'terrain'],
    ['founding', 'founding'],
    ['winning', 'limit'],
    ['tables', 'duel'],
    ['other', 'weather'],
  ]);
});
