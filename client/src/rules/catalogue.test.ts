import { expect, it } from 'vitest';

import type { Meta } from '../api/messages';
import english from '../i18n/en/rules/catalogue.json';
import words from '../i18n/en/rules/rules.json';
import { CHAPTERS, isUsed, matches, NUMBERS, optionsOf } from './catalogue';
import { RULE_CARDS, RULE_COSTS, RULE_PICTURES } from './pictures';

const option = (name: string, value: unknown, rules: string[] = []) => ({ name, rules, default: value, choices: [] });
const META = {
  presets: [
    { name: 'base', options: {} },
    { name: 'duel', options: { duel: true } },
  ],
  options: [option('duel', false, ['DUO']), option('limit', 0, ['WIN-5']), option('discard_limit', 7, ['ROB-1'])],
} as unknown as Meta;

it('has a title and a text for every rule, and a name for every chapter', () => {
  for (const number of NUMBERS) expect(Object.keys(english)).toContain(`${number}_title`);
  for (const chapter of CHAPTERS) expect(Object.keys(words)).toContain(`chapter_${chapter}`);
});

it('has pictures of rules that exist, each described', () => {
  for (const number of [RULE_PICTURES, RULE_CARDS, RULE_COSTS].flatMap(Object.keys)) expect(NUMBERS).toContain(number);
  for (const number of Object.keys(RULE_PICTURES)) expect(Object.keys(words)).toContain(`picture_${number}`);
});

it('leaves out what a table does not use', () => {
  expect(isUsed(META, { preset: 'base', options: {} }, 'DUO-7')).toBe(false);
  expect(isUsed(META, { preset: 'duel', options: {} }, 'DUO-7')).toBe(true);
  expect(isUsed(META, { preset: 'base', options: {} }, 'WIN-5')).toBe(false);
  expect(isUsed(META, { preset: 'base', options: { limit: 40 } }, 'WIN-5')).toBe(true);
  expect(isUsed(META, { preset: 'base', options: {} }, 'BLD-3')).toBe(true);
});

it('finds the options that change a rule', () => {
  expect(optionsOf(META, 'ROB-1').map(({ name }) => name)).toEqual(['discard_limit']);
});

it('searches for all words, whatever their case and accents', () => {
  expect(matches('BLD-1 Straßen und Häfen', 'strassen HAFEN')).toBe(true);
  expect(matches('BLD-1 Roads', 'bld-1')).toBe(true);
  expect(matches('Roads and harbors', 'roads robber')).toBe(false);
});
