/** The options of a ruleset in chapters, by the rules that they change. */

import type { OptionMeaning } from '../api/messages';

const CHAPTERS = {
  island: ['BRD'],
  founding: ['SET'],
  harvest: ['PRO'],
  robber: ['ROB'],
  trade: ['TRA'],
  turn: ['TRN', 'DEV'],
  roads: ['BLD', 'AWD'],
  winning: ['WIN'],
  tables: ['EXT', 'DUO'],
} as const;

export type Chapter = keyof typeof CHAPTERS | 'other';

/** The options that are chosen elsewhere on the page. */
const ELSEWHERE = ['players'];

function chapterOf(option: OptionMeaning): Chapter {
  const code = option.rules[0]?.slice(0, 3) ?? '';
  const found = Object.entries(CHAPTERS).find(([, codes]) => (codes as readonly string[]).includes(code));
  return (found?.[0] ?? 'other') as Chapter;
}

/** Put options into chapters; one that belongs nowhere comes last. */
export function chaptersOf(options: readonly OptionMeaning[]): { chapter: Chapter; options: OptionMeaning[] }[] {
  const order: Chapter[] = [...(Object.keys(CHAPTERS) as Chapter[]), 'other'];
  const asked = options.filter((option) => !ELSEWHERE.includes(option.name));
  return order
    .map((chapter) => ({ chapter, options: asked.filter((option) => chapterOf(option) === chapter) }))
    .filter(({ options: found }) => found.length > 0);
}
