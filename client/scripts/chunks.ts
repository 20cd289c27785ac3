/**
 * Splits the page into two chunks, which compress better than many: what the start page needs, and the rest, which the
 * start page preloads. Languages are chunks of their own, because most people need only one.
 */

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const LANGUAGE = /\/i18n\/(?!en\/)\w+\//;
const MAIN = /\/(index\.html|main\.ts)$/; // waits for a language, which imports the first chunk: so it is not part of it
const first = new Set<string>();

/** Add a module and everything it imports. */
function add(id: string, modules: Modules): void {
  if (first.has(id)) return;
  first.add(id);
  modules.getModuleInfo(id)?.importedIds.forEach((one) => add(one, modules));
}

/** The chunk of a module; null leaves it to the bundler. */
export function chunkOf(entry: string, id: string, modules: Modules): string | null {
  add(entry, modules);
  if (LANGUAGE.test(id) || MAIN.test(id)) return null;
  return first.has(id) ? 'start' : 'table';
}
