/** Whether single keys act: whoever speaks to the page, or types by accident, may turn them off. */

const KEPT = 'longroad.keys';

class Keys {
  isOn = $state(true);

  constructor() {
    try {
      this.isOn = localStorage.getItem(KEPT) !== 'off';
    } catch {
      // storage may be forbidden
    }
  }

  turn(isOn: boolean): void {
    this.isOn = isOn;
    try {
      localStorage.setItem(KEPT, isOn ? 'on' : 'off');
    } catch {
      // It then lasts until the page is closed.
    }
  }
}

export const keys = new Keys();
