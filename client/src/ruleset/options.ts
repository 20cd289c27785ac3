/** The options of a ruleset: the preset's values and the changes. */

import type { Meta, OptionInfo, PresetInfo, Settings } from '../api/messages';

export function presetOf(meta: Meta, name: string): PresetInfo {
  return meta.presets.find((preset) => preset.name === name) ?? meta.presets[0]!;
}

/** The value of an option in a preset. */
export function defaultValue(preset: PresetInfo, option: OptionInfo): unknown {
  return option.name in preset.options ? preset.options[option.name] : option.default;
}

/** The current value of an option. */
export function valueOf(settings: Pick<Settings, 'options'>, preset: PresetInfo, option: OptionInfo): unknown {
  return option.name in settings.options ? settings.options[option.name] : defaultValue(preset, option);
}

/** The value of a number option; null if there is no such option. */
export function optionOf(meta: Meta, settings: Pick<Settings, 'preset' | 'options'>, name: string): number | null {
  const option = meta.options.find((one) => one.name === name);
  const value = option && valueOf(settings, presetOf(meta, settings.preset), option);
  return typeof value === 'number' ? value : null;
}
