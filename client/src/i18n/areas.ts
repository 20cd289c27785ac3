/** The words of a language: every file of its folder is an area, called as the file is. */

import type { Words } from './catalog.svelte';

/** Name areas, which are given by file, as the page does. */
export function areasOf(files: Record<string, Words[string]>): Words {
  return Object.fromEntries(Object.entries(files).map(([file, words]) => [file.slice(2, -'.json'.length), words]));
}
