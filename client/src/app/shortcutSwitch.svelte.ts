/** Whether single-key shortcuts are on: people who use speech input or type by accident can turn them off. */

import { load, save } from './storage';

const KEY = 'longroad.keys';

class ShortcutSwitch {
  isOn = $state(load(KEY) !== 'off');

  set(isOn: boolean): void {
    this.isOn = isOn;
    save(KEY, isOn ? 'on' : 'off');
  }
}

export const shortcutSwitch = new ShortcutSwitch();
