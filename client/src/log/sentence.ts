/** Sentences of the log with numbers of cards as icons. */

import { t } from '../i18n';
import { RESOURCES, type Resource } from '../table/bundles';

/** A piece of a sentence: text, or a number of cards. */
export type Part = { text: string } | { count: string; resource: Resource; text: string };

/** Split a sentence at its numbers of cards: 'You offer 2 wool.' has one. */
export function partsOf(sentence: string): Part[] {
  const names = new Map(RESOURCES.map((name) => [t(`names.${name}`).toLowerCase(), name]));
  const cards = new RegExp(`(\\d+) (${[...names.keys()].join('|')})(?!\\p{L})`, 'giu');
  const parts: Part[] = [];
  let from = 0;
  for (const found of sentence.matchAll(cards)) {
    const [whole, count = '', text = ''] = found;
    if (found.index > from) parts.push({ text: sentence.slice(from, found.index) });
    parts.push({ count, text, resource: names.get(text.toLowerCase())! });
    from = found.index + whole.length;
  }
  if (from < sentence.length) parts.push({ text: sentence.slice(from) });
  return parts;
}
