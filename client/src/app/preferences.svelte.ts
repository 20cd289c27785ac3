/** Preferences of this browser: motion, and the text board. The theme is in theme.svelte.ts. */

import { load, save } from './storage';

export type Motion = 'auto' | 'less' | 'full';
const KEY = 'longroad.preferences';

interface Stored {
  motion?: unknown;
  hasTextBoard?: unknown;
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
  private systemReducesMotion = $state(false);

  constructor() {
    const { motion, hasTextBoard } = stored();
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    this.systemReducesMotion = query.matches;
    query.addEventListener('change', (event) => (this.systemReducesMotion = event.matches));
    this.hasTextBoard = hasTextBoard === true;
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

  private apply(): void {
    if (this.motion === 'auto') delete document.documentElement.dataset['motion'];
    else document.documentElement.dataset['motion'] = this.motion;
  }

  private save(): void {
    save(KEY, JSON.stringify({ motion: this.motion, hasTextBoard: this.hasTextBoard }));
  }
}

export const preferences = new Preferences();
