/** How the engine analyses while one looks; this browser remembers it. */

import { load, save } from '../app/storage';

const [ON, EVERYTHING] = ['longroad.analysis.engine', 'longroad.analysis.everything'];

class Live {
  private on = $state(load(ON) !== 'off');
  private all = $state(load(EVERYTHING) === 'on');

  get isOn(): boolean {
    return this.on;
  }

  set isOn(isOn: boolean) {
    this.on = isOn;
    save(ON, isOn ? null : 'off');
  }

  /** Whether decisions are judged with all cards face up, not by what their seat can know. */
  get everything(): boolean {
    return this.all;
  }

  set everything(isAll: boolean) {
    this.all = isAll;
    save(EVERYTHING, isAll ? 'on' : null);
  }
}

export const live = new Live();
