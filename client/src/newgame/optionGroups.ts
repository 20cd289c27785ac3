/** The options of a ruleset, grouped by the rules that they change. */

import type { OptionInfo } from '../api/messages';

const GROUPS = {
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

export type OptionGroup = keyof typeof GROUPS | 'other';

/** Options that have a control elsewhere on the page. */
const ELSEWHERE = ['players'];

function groupOf(option: OptionInfo): OptionGroup {
  const code = option.rules[0]?.slice(0, 3) ?? '';
  const found = Object.entries(GROUPS).find(([, codes]) => (codes as readonly string[]).includes(code));
  return (found?.[0] ?? 'other') as OptionGroup;
}

/** Group options; those without a group come last. */
export function groupOptions(options: readonly OptionInfo[]): { group: OptionGroup; options: OptionInfo[] }[] {
  const order: OptionGroup[] = [...(Object.keys(GROUPS) as OptionGroup[]), 'other'];
  const shown = options.filter((option) => !ELSEWHERE.includes(option.name));
  return order
    .map((group) => ({ group, options: shown.filter((option) => groupOf(option) === group) }))
    .filter(({ options: found }) => found.length > 0);
}
