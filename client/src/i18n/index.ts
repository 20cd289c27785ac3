/**
 * All texts of the page. They are in LANGUAGE/AREA.json; `t('board.robber', {hex: 3})` returns the message `robber` of
 * en/board.json with `{hex}` filled in. A message with plural forms is an object such as
 * {"one": "{count} card", "other": "{count} cards"}; `count` selects the form. A test looks up every key that the page uses.
 */

import { catalog, type Messages, type PluralForms } from './catalog.svelte';
import english from './en';

export type Values = Record<string, string | number>;

/** The area, a dot, and the name of the message. */
export type Key = string;

/** How to load the other languages, on first use. */
const loaders: Record<string, () => Promise<{ default: Messages }>> = {
  de: () => import('./de'),
};

/** The available languages. */
export const languages: readonly string[] = ['en', ...Object.keys(loaders)];

/** Switch to the first of these languages that is available, and return it. */
export async function setLanguage(wanted: readonly string[]): Promise<string> {
  const found = wanted.map((one) => one.toLowerCase().split('-')[0]!).find((one) => languages.includes(one)) ?? 'en';
  setMessages(found, found === 'en' ? english : (await loaders[found]!()).default);
  return found;
}

/** Use these messages; those that are missing fall back to English. */
export function setMessages(language: string, messages: Messages): void {
  catalog.language = language;
  catalog.messages = messages;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

export function currentLanguage(): string {
  return catalog.language;
}

function find(key: string): string | PluralForms | undefined {
  const dot = key.indexOf('.');
  const [area, name] = [key.slice(0, dot), key.slice(dot + 1)];
  return catalog.messages[area]?.[name] ?? english[area]?.[name];
}

/** Whether a message exists; for keys that come from the server. */
export function has(key: string): boolean {
  return find(key) !== undefined;
}

/** Return a message with its placeholders filled in. */
export function t(key: Key, values: Values = {}): string {
  const message = find(key);
  if (message === undefined) return key;
  return interpolate(typeof message === 'string' ? message : plural(message, Number(values['count'])), values);
}

/** Return a message whose key comes from the server, or a fallback if there is none. */
export function tOr(key: string, values: Values, fallback: string): string {
  return has(key) ? t(key, values) : fallback;
}

/** The name of a colour; one without a message keeps the server's name. */
export function colourName(colour: string): string {
  return tOr(`names.${colour.toLowerCase()}`, {}, colour);
}

/** The name of a bot level; one without a message keeps the server's name. */
export function levelName(level: string): string {
  return tOr(`names.level_${level}`, {}, level.charAt(0).toUpperCase() + level.slice(1));
}

function plural(forms: PluralForms, count: number): string {
  return forms[new Intl.PluralRules(catalog.language).select(count)] ?? forms.other;
}

function interpolate(message: string, values: Values): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return typeof value === 'number' ? new Intl.NumberFormat(catalog.language).format(value) : value;
  });
}

/** Join items: 'a, b and c'. */
export function formatList(items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(catalog.language, { type }).format(items);
}
