/** A preview of the island: reloaded when the setup changes, rerolled on request. */

import { api, RequestError } from '../api/http';
import type { Preview } from '../api/messages';

export interface PreviewRequest {
  preset: string;
  options: Record<string, unknown>;
}

const NUMBERS = 1_000_000; // island numbers: short enough to give to a friend
const PAUSE_MS = 150; // so that not every keystroke sends a request

function rolled(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! % NUMBERS;
}

/** The reason in a refusal: the server's message is the input, a colon, and the reason. */
export function reason(message: string): string {
  const why = message.slice(message.indexOf(': ') + 1).trim();
  return why.charAt(0).toUpperCase() + why.slice(1);
}

/** Whether options always give the printed island. */
export function isPrinted(options: Record<string, unknown>): boolean {
  return ['terrain', 'tokens', 'harbors'].every((name) => options[name] === 'fixed');
}

export class IslandPreview {
  shown = $state.raw<Preview | null>(null);
  problem = $state<string | null>(null);
  isAsking = $state(false);
  isRolling = $state(false); // another island is on its way, so that a second click has nothing to do
  private requests = 0;
  private last = '';
  private wanted: number | null = null; // the last requested number, shown or not
  private timer: ReturnType<typeof setTimeout> | undefined;

  get seed(): number | null {
    return this.shown?.island_seed ?? null;
  }

  /** Whether this setup always has the same island, so that there is nothing to reroll. */
  get isPrinted(): boolean {
    return isPrinted(this.shown?.options ?? {});
  }

  /** Show the island of another setup, with the current number if there is one. */
  follow(request: PreviewRequest): void {
    const written = JSON.stringify(request);
    if (written === this.last) return;
    this.last = written;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(request, this.wanted ?? rolled()), this.shown ? PAUSE_MS : 0);
  }

  /** Show another island. */
  async reroll(request: PreviewRequest): Promise<void> {
    this.isRolling = true;
    try {
      await this.ask(request, rolled());
    } finally {
      this.isRolling = false;
    }
  }

  async ask(request: PreviewRequest, islandSeed: number): Promise<void> {
    clearTimeout(this.timer); // this request is the latest
    const number = ++this.requests;
    this.wanted = islandSeed;
    this.isAsking = true;
    try {
      const shown = await api.preview({ ...request, island_seed: islandSeed });
      if (number !== this.requests) return; // a newer request is under way
      this.shown = shown;
      this.problem = null;
    } catch (error) {
      if (number !== this.requests) return;
      this.problem = error instanceof RequestError ? reason(error.message) : String(error);
    } finally {
      if (number === this.requests) this.isAsking = false;
    }
  }
}
