import { afterEach, expect, test } from 'vitest';

import { SEAT_NAMES } from '../art/shapes';
import { currentLanguage, formatList, has, languages, loadPart, setLanguage, setMessages, t, tOr } from '.';

afterEach(async () => void (await setLanguage(['en'])));

test('a message has its placeholders filled in', () => {
  expect(t('app.rule', { rule: 'PRO-4' })).toBe('Rule PRO-4');
  expect(t('app.rule')).toBe('Rule {rule}');
});

test('the count selects the plural form', () => {
  expect(t('start.seconds', { count: 1 })).toBe('1 second');
  expect(t('start.seconds', { count: 3 })).toBe('3 seconds');
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
  await loadPart('studying');
  expect(t('editor.title')).toBe('Stellungseditor');
  await setLanguage(['en']);
  expect(t('editor.title')).toBe('Position editor');
});

type Named = Record<string, Record<string, unknown>>;
const files = import.meta.glob<Named>(['./*/*.json', './*/study/*.json', './*/{rules,coach}/*.json'], {
  import: 'default',
  eager: true,
});

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

const MILLIONS = ['es', 'fr']; // where `many` is only for millions, which nothing here counts

test.each(languages)('%s has the plural forms that it needs', (name) => {
  const categories = new Intl.PluralRules(name).resolvedOptions().pluralCategories;
  const needed = categories.filter((one) => one !== 'many' || !MILLIONS.includes(name));
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

/** Keys whose last part comes from the server or from a rule: levels of bots, phases, what is waited for, rules. */
const FROM_ELSEWHERE = /^(names\.level_|editor\.phase_|prompt\.wait-|catalogue\.[A-Z]+-|rules\.chapter_)/;

/** Messages of a step of the coach: praise, and variants. */
const OF_STEP = /^coach\.(\w+?)_(?:done|none|deal|counter)$/;

test('every message is used', () => {
  const text = Object.entries(sources)
    .filter(([file]) => !file.endsWith('.test.ts'))
    .map(([, one]) => String(one))
    .join('\n');
  const written = new Set([...text.matchAll(/['"`]([a-z]\w*\.[\w-]+)['"`]/g)].map(([, key]) => key!));
  const words = new Set([...text.matchAll(/['"`]([\w-]+)['"`]|\b(\w+)\??:/g)].map(([, one, other]) => one ?? other!));
  for (const colour of SEAT_NAMES) words.add(colour.toLowerCase()); // `colourName` is called with them
  const built = [...text.matchAll(/`([a-z]\w*\.[^`\s]*\$\{[^`]*)`/g)].map(
    ([, key]) => new RegExp(`^${key!.replace(/[.*+?^()[\]\\|]/g, '\\$&').replace(/\$\{[^}]*\}/g, '(.+)')}$`),
  );
  const isBuilt = (key: string) =>
    built.some((one) =>
      one
        .exec(key)
        ?.slice(1)
        .every((part) => words.has(part)),
    );
  const isOfStep = (key: string) => words.has(OF_STEP.exec(key)?.[1] ?? '');
  const isUsed = (key: string) => written.has(key) || FROM_ELSEWHERE.test(key) || isBuilt(key) || isOfStep(key);
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

test('only what is loaded to study games uses messages for it', () => {
  const areas = Object.keys(files).flatMap((file) => /^\.\/en\/study\/(\w+)\.json$/.exec(file)?.slice(1) ?? []);
  const isLater = ({ file }: { file: string }) => /^\.\.\/(analysis|editor|puzzles|replay|stats)\//.test(file);
  const early = used.filter((one) => areas.includes(one.key.split('.')[0]!) && !isLater(one));
  expect(areas).toContain('puzzles');
  expect(early).toEqual([]);
});

test('only the coach uses its messages', () => {
  const early = used.filter(({ key, file }) => key.startsWith('coach.') && !file.startsWith('../coach/'));
  expect(keys.filter((key) => key.startsWith('coach.'))).not.toEqual([]);
  expect(early).toEqual([]);
});

test('only the rules page uses the messages for it', () => {
  const areas = Object.keys(files).flatMap((file) => /^\.\/en\/rules\/(\w+)\.json$/.exec(file)?.slice(1) ?? []);
  const others = used.filter(({ file, key }) => areas.includes(key.split('.')[0]!) && !file.startsWith('../rules/'));
  expect(areas).toContain('catalogue');
  expect(others).toEqual([]);
});
