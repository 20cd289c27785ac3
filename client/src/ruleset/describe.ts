/** A ruleset in words: the options that differ from the preset. */

import type { Meta, OptionInfo, Settings } from '../api/messages';
import { t } from '../i18n';
import { presetOf, defaultValue } from './options';

/** The value of an option in words. */
export function valueIn(option: OptionInfo, value: unknown): string {
  if (option.kind === 'switch') return value === true ? t('start.yes') : t('start.no');
  if (option.kind === 'choice') return option.choices.find((one) => one.value === value)?.title ?? String(value);
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** List the changed options, each with its value. */
export function changesIn(meta: Meta, settings: Settings): { title: string; value: string }[] {
  const preset = presetOf(meta, settings.preset);
  return meta.options
    .filter(({ name }) => name !== 'players' && name in settings.options)
    .filter((option) => settings.options[option.name] !== defaultValue(preset, option))
    .map((option) => ({ title: option.title, value: valueIn(option, settings.options[option.name]) }));
}
