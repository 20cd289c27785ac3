/**
 * The page in two parts, each of which compresses better than many: what its first page needs, and everything else, which
 * comes while that one is looked at. Languages stay apart, because one is enough for most.
 */

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const LANGUAGE = /\/i18n\/(?!en\/)\w+\//;
const MAIN = /\/(index\.html|main\.ts)$/; // it waits for a language, which needs the first part: so it is none of it
const first = new Set<string>();

/** Note a module and all that it cannot do without. */
function need(id: string, modules: Modules): void {
  if (first.has(id)) return;
  first.add(id);
  modules.getModuleInfo(id)?.importedIds.forEach((one) => need(one, modules));
}

/** Name the part that a module belongs to; null leaves it alone. */
export function partOf(entry: string, id: string, modules: Modules): string | null {
  need(entry, modules);
  if (LANGUAGE.test(id) || MAIN.test(id)) return null;
  return first.has(id) ? 'start' : 'table';
}
