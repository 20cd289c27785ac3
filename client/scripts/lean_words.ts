/**
 * The words of other languages without their keys, which are those of English: the page fetches a quarter less of them.
 * In the built page only; while one works on it, and in tests, messages are what their files say.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Area = Record<string, unknown>;

function areaOf(folder: string, file: string): Area {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as Area;
}

/** Write the module of a language: for each area its messages, in the order in which English has them. */
export function written(english: string, folder: string): string {
  const areas = readdirSync(english).filter((file) => file.endsWith('.json'));
  const lists = areas.map((file) => {
    const words = areaOf(folder, file);
    return [file.slice(0, -'.json'.length), Object.keys(areaOf(english, file)).map((name) => words[name])];
  });
  return `import english from '../en';
const lists = ${JSON.stringify(Object.fromEntries(lists))};
const named = (area) => Object.keys(english[area]).map((name, at) => [name, lists[area][at]]);
export default Object.fromEntries(Object.keys(lists).map((area) => [area, Object.fromEntries(named(area))]));
`;
}

export function leanWords(): Plugin {
  return {
    name: 'lean-words',
    apply: 'build',
    load(id) {
      const found = /^(.*\/i18n)\/(\w+)\/index\.ts$/.exec(id);
      if (!found || found[2] === 'en') return null;
      return { code: written(`${found[1]}/en`, `${found[1]}/${found[2]}`), moduleType: 'js' };
    },
  };
}
