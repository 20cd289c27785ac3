/** Preferences of this browser: motion, the text board, and whether a second tap confirms a place. The theme is in theme.svelte.ts. */

import { load, save } from './storage';

export type Motion = 'auto' | 'less' | 'full';
const KEY = 'longroad.preferences';

interface Stored {
  motion?: unknown;
  hasTextBoard?: unknown;
  secondTap?: unknown;
}

function stored(): Stored {
  try {
    const value: unknown = JSON.parse(load(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // not JSON
  }
}

class Preferences {
  motion = $state<Motion>('auto');
  hasTextBoard = $state(false); // whether the text board is shown beside the drawing
  private secondTap = $state<boolean | null>(null); // null: as the pointer needs it
  private systemReducesMotion = $state(false);

  constructor() {
    const { motion, hasTextBoard, secondTap } = stored();
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    this.systemReducesMotion = query.matches;
    query.addEventListener('change', (event) => (this.systemReducesMotion = event.matches));
    this.hasTextBoard = hasTextBoard === true;
    this.secondTap = typeof secondTap === 'boolean' ? secondTap : null;
    this.motion = motion === 'less' || motion === 'full' ? motion : 'auto';
    this.apply();
  }

  /** Whether animations are off. */
  get reducesMotion(): boolean {
    return this.motion === 'less' || (this.motion === 'auto' && this.systemReducesMotion);
  }

  setMotion(motion: Motion): void {
    this.motion = motion;
    this.apply();
    this.save();
  }

  setTextBoard(hasTextBoard: boolean): void {
    this.hasTextBoard = hasTextBoard;
    this.save();
  }

  /** Whether a second tap confirms a place on this device. */
  get hasSecondTap(): boolean {
    return this.secondTap ?? matchMedia('(pointer: coarse)').matches;
  }

  setSecondTap(secondTap: boolean): void {
    this.secondTap = secondTap;
    this.save();
  }

  /** Whether a place that was pressed with some type of pointer has to be confirmed. */
  confirms(pointer: string): boolean {
    return this.secondTap ?? pointer !== 'mouse';
  }

  private apply(): void {
    if (this.motion === 'auto') delete document.documentElement.dataset['motion'];
    else document.documentElement.dataset['motion'] = this.motion;
  }

  private save(): void {
    const { motion, hasTextBoard, secondTap } = this;
    save(KEY, JSON.stringify({ motion, hasTextBoard, ...(secondTap === null ? {} : { secondTap }) }));
  }
}

export const preferences = new Preferences();
