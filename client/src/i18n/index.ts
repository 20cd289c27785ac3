/**
 * All words of the page. They stand in messages/LANGUAGE/AREA.json; `t('board.robber', {hex: 3})` gives the message
 * `robber` of messages/en/board.json with `{hex}` filled in. A message with plural forms is an object such as
 * {"one": "{count} card", "other": "{count} cards"}; `count` decides. A test looks every key up that the page uses.
 */

import english from './en';
import { speech, type Forms, type Words } from './catalog.svelte';

export type Values = Record<string, string | number>;

/** The area, a dot, and the name of the message. */
export type Key = string;

/** How the words of other languages are fetched, once they are spoken. */
const loaders: Record<string, () => Promise<{ default: Words }>> = {
  de: () => import('./de'),
};

/** The languages that there are. */
export const languages: readonly string[] = ['en', ...Object.keys(loaders)];

/** Speak the first of these languages that there is. */
export async function speak(wanted: readonly string[]): Promise<string> {
  const found = wanted.map((one) => one.toLowerCase().split('-')[0]!).find((one) => languages.includes(one)) ?? 'en';
  use(found, found === 'en' ? english : (await loaders[found]!()).default);
  return found;
}

/** Speak with these words; what they lack is said in English. */
export function use(name: string, given: Words): void {
  speech.language = name;
  speech.words = given;
  if (typeof document !== 'undefined') document.documentElement.lang = name;
}

/** The language that is spoken now. */
export function spoken(): string {
  return speech.language;
}

function found(key: string): string | Forms | undefined {
  const dot = key.indexOf('.');
  const [area, name] = [key.slice(0, dot), key.slice(dot + 1)];
  return speech.words[area]?.[name] ?? english[area]?.[name];
}

/** Whether there is a message of that key; for keys that the server names. */
export function has(key: string): boolean {
  return found(key) !== undefined;
}

/** Say a message, its placeholders filled in. */
export function t(key: Key, values: Values = {}): string {
  const message = found(key);
  if (message === undefined) return key;
  return filled(typeof message === 'string' ? message : plural(message, Number(values['count'])), values);
}

/** Say a message whose key came from elsewhere; if there is none, say something else. */
export function told(key: string, values: Values, otherwise: string): string {
  return has(key) ? t(key, values) : otherwise;
}

/** What a colour of pieces is called; one that has no name yet goes by the server's. */
export function colourName(colour: string): string {
  return told(`names.${colour.toLowerCase()}`, {}, colour);
}

/** What a level of computer players is called; one that has no name yet goes by the server's. */
export function levelName(level: string): string {
  return told(`names.level_${level}`, {}, level.charAt(0).toUpperCase() + level.slice(1));
}

function plural(forms: Forms, count: number): string {
  return forms[new Intl.PluralRules(speech.language).select(count)] ?? forms.other;
}

function filled(message: string, values: Values): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? new Intl.NumberFormat(speech.language).format(value) : value;
  });
}

/** Say several things one after the other: 'a, b and c'. */
export function listed(items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(speech.language, { type }).format(items);
}
