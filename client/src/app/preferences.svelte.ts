/** What somebody prefers on this browser: movement, and the island in words. Colours are in theme.svelte.ts. */

export type Motion = 'auto' | 'less' | 'full';
const KEPT = 'longroad.preferences';

interface Kept {
  motion?: unknown;
  hasTextBoard?: unknown;
}

function kept(): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // storage may be forbidden, or hold what is none of ours
  }
}

class Preferences {
  motion = $state<Motion>('auto');
  hasTextBoard = $state(false); // whether the island is told in words beside its drawing
  private isStillOutside = $state(false);

  constructor() {
    const { motion, hasTextBoard } = kept();
    const outside = matchMedia('(prefers-reduced-motion: reduce)');
    this.isStillOutside = outside.matches;
    outside.addEventListener('change', (event) => (this.isStillOutside = event.matches));
    this.hasTextBoard = hasTextBoard === true;
    this.motion = motion === 'less' || motion === 'full' ? motion : 'auto';
    this.show();
  }

  /** Whether nothing shall move. */
  get isStill(): boolean {
    return this.motion === 'less' || (this.motion === 'auto' && this.isStillOutside);
  }

  move(motion: Motion): void {
    this.motion = motion;
    this.show();
    this.keep();
  }

  tellBoard(hasTextBoard: boolean): void {
    this.hasTextBoard = hasTextBoard;
    this.keep();
  }

  private show(): void {
    if (this.motion === 'auto') delete document.documentElement.dataset['motion'];
    else document.documentElement.dataset['motion'] = this.motion;
  }

  private keep(): void {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ motion: this.motion, hasTextBoard: this.hasTextBoard }));
    } catch {
      // It then lasts until the page is closed.
    }
  }
}

export const preferences = new Preferences();
