/**
 * All texts of the page. They are in LANGUAGE/AREA.json, those that only the pages for studying games need in
 * LANGUAGE/study/AREA.json, those of the rules page in LANGUAGE/rules/AREA.json and those of the coach in
 * LANGUAGE/coach/AREA.json, which are loaded with these. `t('board.settle', {place})` returns the message `settle` of
 * en/board.json with `{place}` filled in. A message with plural forms is an object such as
 * {"one": "{count} card", "other": "{count} cards"}; `count` selects the form. A test looks up every key that the page uses.
 */

import { catalog, type Messages, type PluralForms } from './catalog.svelte';
import english from './en';

export type Values = Record<string, string | number>;

/** The area, a dot, and the name of the message. */
export type Key = string;

type Load = () => Promise<{ default: Messages }>;

/** What playing needs, and what only the pages for studying games, the rules page or the coach need. */
type Part = 'playing' | 'studying' | 'rules' | 'coach';

/** How to load each part of a language, on first use. */
const loaders: Record<string, Record<Part, Load>> = {
  en: {
    playing: () => Promise.resolve({ default: english }),
    studying: () => import('./en/study'),
    rules: () => import('./en/rules'),
    coach: () => import('./en/coach'),
  },
  de: {
    playing: () => import('./de'),
    studying: () => import('./de/study'),
    rules: () => import('./de/rules'),
    coach: () => import('./de/coach'),
  },
  es: {
    playing: () => import('./es'),
    studying: () => import('./es/study'),
    rules: () => import('./es/rules'),
    coach: () => import('./es/coach'),
  },
  fr: {
    playing: () => import('./fr'),
    studying: () => import('./fr/study'),
    rules: () => import('./fr/rules'),
    coach: () => import('./fr/coach'),
  },
};

/** The available languages. */
export const languages: readonly string[] = Object.keys(loaders);

const parts = new Set<Part>(['playing']); // that are loaded
let fallback = english; // with the messages of all parts that are loaded
let chosen = 'en'; // its messages may still be on their way

async function load(language: string): Promise<Messages> {
  const loaded = await Promise.all([...parts].map((part) => loaders[language]![part]()));
  return Object.assign({}, ...loaded.map((part) => part.default)) as Messages;
}

/** Switch to the first of these languages that is available, and return it. */
export async function setLanguage(wanted: readonly string[]): Promise<string> {
  const found = wanted.map((one) => one.toLowerCase().split('-')[0]!).find((one) => languages.includes(one)) ?? 'en';
  chosen = found;
  const messages = await load(found);
  if (chosen === found) setMessages(found, messages);
  return found;
}

/** Load a part of the messages, in the current language and in those that are chosen later. */
export async function loadPart(part: Part): Promise<void> {
  if (parts.has(part)) return;
  const english = (await loaders['en']![part]()).default;
  parts.add(part);
  fallback = { ...fallback, ...english };
  await setLanguage([chosen]);
}

/** Wait for a page, and for the part of the messages that it needs. */
export async function withPart<Page>(part: Part, page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, loadPart(part)]);
  return loaded;
}

/** Wait for a page for studying games, and for its messages. */
export const withStudy = <Page>(page: Promise<Page>): Promise<Page> => withPart('studying', page);

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
  return catalog.messages[area]?.[name] ?? fallback[area]?.[name];
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
