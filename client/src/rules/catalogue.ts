/** The rules by number, which of them a table uses, and how to search them. The texts are in i18n/LANGUAGE/rules/. */

import type { Meta, OptionInfo, Settings } from '../api/messages';
import english from '../i18n/en/rules/catalogue.json';
import { presetOf, valueOf } from '../ruleset/options';
import unused from './unused.json';

/** A ruleset: a preset, and the options that differ from it. */
export type Rules = Pick<Settings, 'preset' | 'options'>;

/** All numbers, in the order of the catalogue. */
export const NUMBERS: readonly string[] = Object.keys(english).filter((key) => !key.endsWith('_title'));

export const CHAPTERS: readonly string[] = [...new Set(NUMBERS.map(chapterOf))];

/** For each rule that not every table uses: the values of options with which it is not used. */
const UNUSED: Record<string, Record<string, readonly unknown[]>> = unused;

export function chapterOf(number: string): string {
  return number.slice(0, 3);
}

/** The options that change a rule. */
export function optionsOf(meta: Meta, number: string): OptionInfo[] {
  return meta.options.filter((option) => option.rules.includes(number));
}

/** The value of an option at a table. */
export function valueAt(meta: Meta, rules: Rules, option: OptionInfo): unknown {
  return valueOf(rules, presetOf(meta, rules.preset), option);
}

/** Whether a table uses a rule. */
export function isUsed(meta: Meta, rules: Rules, number: string): boolean {
  return Object.entries(UNUSED[number] ?? {}).every(([name, values]) => {
    const option = meta.options.find((one) => one.name === name);
    return option === undefined || !values.includes(valueAt(meta, rules, option));
  });
}

/** A text without capitals and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
}

/** Whether a text has every word that is searched for. */
export function matches(text: string, query: string): boolean {
  const found = plain(text);
  return plain(query)
    .split(/\s+/)
    .every((word) => found.includes(word));
}
