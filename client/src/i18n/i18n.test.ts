import { afterEach, expect, test } from 'vitest';

import { currentLanguage, formatList, has, languages, loadStudy, setLanguage, setMessages, t, tOr } from '.';

afterEach(async () => void (await setLanguage(['en'])));

test('a message has its placeholders filled in', () => {
  expect(t('app.rule', { rule: 'PRO-4' })).toBe('Rule PRO-4');
  expect(t('app.rule')).toBe('Rule {rule}');
});

test('the count selects the plural form', () => {
  expect(t('table.reconnecting_in', { count: 1 })).toContain('1 second.');
  expect(t('table.reconnecting_in', { count: 3 })).toContain('3 seconds.');
});

test('missing messages fall back to English', () => {
  setMessages('xx', { app: { rule: 'Regel {rule}' } });
  expect(t('app.rule', { rule: 'ROB-1' })).toBe('Regel ROB-1');
  expect(t('app.title')).toBe('Longroad');
});

test('the first available language is used', async () => {
  expect(await setLanguage(['xx-YY', 'en-GB'])).toBe('en');
  expect(document.documentElement.lang).toBe('en');
});

test('a key from the server may have no message', () => {
  expect(has('nothing.at_all')).toBe(false);
  expect(tOr('nothing.at_all', {}, 'as the server said')).toBe('as the server said');
});

test('lists are joined as the language does', () => {
  expect(formatList(['brick', 'wool', 'ore'])).toMatch(/^brick, wool,? and ore$/);
});

test('a language is loaded when it is chosen', async () => {
  expect(await setLanguage(['de-AT', 'en'])).toBe('de');
  expect(currentLanguage()).toBe('de');
  expect(document.documentElement.lang).toBe('de');
  expect(t('app.rule', { rule: 'ROB-1' })).toBe('Regel ROB-1');
  expect(formatList(['Lehm', 'Wolle', 'Erz'])).toBe('Lehm, Wolle und Erz');
});

test('messages for studying games are loaded later, and then follow the language', async () => {
  await setLanguage(['de']);
  expect(has('editor.title')).toBe(false);
  await loadStudy();
  expect(t('editor.title')).toBe('Stellungseditor');
  await setLanguage(['en']);
  expect(t('editor.title')).toBe('Position editor');
});

type Named = Record<string, Record<string, unknown>>;
const files = import.meta.glob<Named>(['./*/*.json', './*/study/*.json'], { import: 'default', eager: true });

/** The messages of a language by key, each with its placeholders. */
function placeholders(name: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [file, words] of Object.entries(files)) {
    if (!file.startsWith(`./${name}/`)) continue;
    const area = file.slice(name.length + 3);
    for (const [key, message] of Object.entries(words)) {
      const named = JSON.stringify(message).matchAll(/\{(\w+)\}/g);
      found[`${area} ${key}`] = [...new Set([...named].map(([, one]) => one!))].sort();
    }
  }
  return found;
}

test.each(languages)('%s has every message, with the same placeholders', (name) => {
  expect(placeholders(name)).toEqual(placeholders('en'));
});

test.each(languages)('%s has the plural forms that it needs', (name) => {
  const needed = new Intl.PluralRules(name).resolvedOptions().pluralCategories;
  for (const [file, words] of Object.entries(files)) {
    if (!file.startsWith(`./${name}/`)) continue;
    for (const message of Object.values(words)) {
      if (typeof message !== 'string') expect(Object.keys(message).sort()).toEqual([...needed].sort());
    }
  }
});

const sources = import.meta.glob('../**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true });
const KEY = /(?<![.\w])(?:t|tOr|has)\(\s*(['"`])((?:(?!\1).)+)\1/g;

const keys = Object.entries(files)
  .filter(([file]) => file.startsWith('./en/'))
  .flatMap(([file, words]) => Object.keys(words).map((name) => `${/(\w+)\.json$/.exec(file)![1]}.${name}`));

function known(key: string): boolean {
  const pattern = new RegExp(`^${key.replace(/[.*+?^()[\]\\|]/g, '\\$&').replace(/\$\{[^}]*\}/g, '.+')}$`);
  return keys.some((one) => pattern.test(one));
}

/** The keys that the sources use, by file. */
const used = Object.entries(sources)
  .filter(([file]) => !file.endsWith('.test.ts'))
  .flatMap(([file, text]) => [...String(text).matchAll(KEY)].map(([, , key]) => ({ file, key: key! })))
  .filter(({ key }) => key.includes('.'));

test('every key that the page uses has a message', () => {
  expect(used.filter(({ key }) => !known(key))).toEqual([]);
});

test('only what is loaded to study games uses messages for it', () => {
  const areas = Object.keys(files).flatMap((file) => /^\.\/en\/study\/(\w+)\.json$/.exec(file)?.slice(1) ?? []);
  const isLater = ({ file }: { file: string }) => /^\.\.\/(analysis|editor|puzzles|replay|stats)\//.test(file);
  const early = used.filter((one) => areas.includes(one.key.split('.')[0]!) && !isLater(one));
  expect(areas).toContain('puzzles');
  expect(early).toEqual([]);
});
