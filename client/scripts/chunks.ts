/**
 * Splits the page into five chunks, which compress better than many: what the start page needs, what a table needs,
 * which the start page preloads, what only the pages for studying games need, what only those for reading the rules need,
 * and what only the coach needs, which these load. Languages are chunks of their own, because most people need only one.
 */

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const LANGUAGE = /\/i18n\/((?!en\/)\w+|en\/(study|rules|coach))\//;
const MAIN = /\/(index\.html|main\.ts)$/; // waits for a language, which imports the first chunk: so it is not part of it
const LATER =
  /\/((analysis|puzzles|replay|help|rules|coach)\/\w+Page|coach\/CoachPanel|stats\/(LuckyOrGood|shareResult))\.(svelte|ts)$/;
const READING = /\/src\/(help|rules)\//;
const COACH = /\/src\/coach\//;

/** Splits the modules that are reached from an entry. */
export class Chunks {
  private readonly entry: string;
  private readonly start = new Set<string>();
  private readonly table = new Set<string>();

  constructor(entry: string) {
    this.entry = entry;
  }

  /** One group for each chunk: a module of a later one does not take along what an earlier one needs too. */
  groups() {
    return ['coach', 'reading', 'study', 'table', 'start'].map((chunk, priority) => ({
      name: (id: string, modules: Modules) => (this.of(id, modules) === chunk ? chunk : null),
      priority,
    }));
  }

  /** The chunk of a module; null leaves it to the bundler. */
  private of(id: string, modules: Modules): string | null {
    if (this.start.size === 0) this.read(modules);
    if (LANGUAGE.test(id) || MAIN.test(id)) return null;
    if (this.start.has(id)) return 'start';
    if (this.table.has(id)) return 'table';
    if (COACH.test(id)) return 'coach';
    return READING.test(id) ? 'reading' : 'study';
  }

  private read(modules: Modules): void {
    add(this.start, [this.entry], (id) => modules.getModuleInfo(id)?.importedIds ?? []);
    add(this.table, [...this.start], (id) => {
      const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {};
      return [...importedIds, ...dynamicallyImportedIds.filter((page) => !LATER.test(page))];
    });
  }
}

/** Add modules and everything that they import. */
function add(to: Set<string>, ids: readonly string[], importsOf: (id: string) => readonly string[]): void {
  for (const id of ids) {
    if (to.has(id)) continue;
    to.add(id);
    add(to, importsOf(id), importsOf);
  }
}
