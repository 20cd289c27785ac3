/** The rules of a game, in words. */

import type { Meta } from '../api/messages';
import { valueIn } from '../ruleset/describe';
import { presetOf } from '../ruleset/options';

const SWITCHES: Record<string, unknown> = { yes: true, no: false };

/** The title of a ruleset's preset, and each option that differs; options that users cannot choose are left out. */
export function rulesOf(meta: Meta, ruleset: string): string[] {
  const [name = '', ...changes] = ruleset.split(',');
  const options = changes.flatMap((change) => {
    const [named, value = ''] = change.split(':');
    const option = meta.options.find((one) => one.name === named);
    const isChoosable = option?.kind !== 'choice' || option.choices.some((one) => one.value === value);
    return option && isChoosable ? [`${option.title}: ${valueIn(option, SWITCHES[value] ?? value)}`] : [];
  });
  return [presetOf(meta, name).title, ...options];
}
