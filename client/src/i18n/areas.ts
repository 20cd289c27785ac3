/** The messages of a language: every JSON file of its folder is an area of the same name. */

import type { Messages } from './catalog.svelte';

/** Messages by area, from messages by file ('./board.json'). */
export function areasOf(files: Record<string, Messages[string]>): Messages {
  return Object.fromEntries(Object.entries(files).map(([file, area]) => [file.slice(2, -'.json'.length), area]));
}
