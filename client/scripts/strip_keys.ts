/**
 * Strips the keys from the messages of every language but English, whose keys they share: they become a quarter smaller.
 * In the build only; in development and tests, messages are loaded as they are.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

type Area = Record<string, unknown>;

function readArea(folder: string, file: string): Area {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as Area;
}

/** The module of a folder of a language: for each area its messages, in the order of the English keys. */
export function moduleOf(english: string, folder: string): string {
  const areas = readdirSync(english).filter((file) => file.endsWith('.json'));
  const lists = areas.map((file) => {
    const messages = readArea(folder, file);
    return [file.slice(0, -'.json'.length), Object.keys(readArea(english, file)).map((name) => messages[name])];
  });
  return `import english from '${relative(folder, english)}';
const lists = ${JSON.stringify(Object.fromEntries(lists))};
const named = (area) => Object.keys(english[area]).map((name, at) => [name, lists[area][at]]);
export default Object.fromEntries(Object.keys(lists).map((area) => [area, Object.fromEntries(named(area))]));
`;
}

export function stripKeys(): Plugin {
  return {
    name: 'strip-keys',
    apply: 'build',
    load(id) {
      const [, folder, language, part = ''] = /^(.*\/i18n)\/(\w+)(\/\w+)?\/index\.ts$/.exec(id) ?? [];
      if (language === undefined || language === 'en') return null;
      return { code: moduleOf(`${folder}/en${part}`, `${folder}/${language}${part}`), moduleType: 'js' };
    },
  };
}
