/** The island that one is about to play on: asked for anew when the setup change, rolled anew on request. */

import { api, RequestError } from '../api/http';
import type { Preview } from '../api/messages';

export interface PreviewRequest {
  preset: string;
  options: Record<string, unknown>;
}

const NUMBERS = 1_000_000; // islands to choose among: numbers that can be told to a friend
const PAUSE_MS = 150; // so that not every step of a number is asked about

function rolled(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! % NUMBERS;
}

/** Why options do not fit together: a message of the server is what was given, a colon, and the reason. */
export function reason(message: string): string {
  const why = message.slice(message.indexOf(': ') + 1).trim();
  return why.charAt(0).toUpperCase() + why.slice(1);
}

/** Whether options lay everything where it is printed. */
export function isPrinted(options: Record<string, unknown>): boolean {
  return ['terrain', 'tokens', 'harbors'].every((name) => options[name] === 'fixed');
}

export class IslandPreview {
  shown = $state.raw<Preview | null>(null);
  problem = $state<string | null>(null);
  isAsking = $state(false);
  private asked = 0;
  private last = '';
  private wanted: number | null = null; // the number that was last asked for, be it shown yet or not
  private timer: ReturnType<typeof setTimeout> | undefined;

  get seed(): number | null {
    return this.shown?.island_seed ?? null;
  }

  /** Whether every game on these setup has the same island, so that there is nothing to roll. */
  get isPrinted(): boolean {
    return isPrinted(this.shown?.options ?? {});
  }

  /** Show the island of other setup, with the number that it has if it has one. */
  follow(request: PreviewRequest): void {
    const written = JSON.stringify(request);
    if (written === this.last) return;
    this.last = written;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(request, this.wanted ?? rolled()), this.shown ? PAUSE_MS : 0);
  }

  /** Roll another island. */
  reroll(request: PreviewRequest): Promise<void> {
    return this.ask(request, rolled());
  }

  async ask(request: PreviewRequest, islandSeed: number): Promise<void> {
    clearTimeout(this.timer); // these setup are the latest
    const number = ++this.asked;
    this.wanted = islandSeed;
    this.isAsking = true;
    try {
      const shown = await api.preview({ ...request, island_seed: islandSeed });
      if (number !== this.asked) return; // something newer has been asked for
      this.shown = shown;
      this.problem = null;
    } catch (error) {
      if (number !== this.asked) return;
      this.problem = error instanceof RequestError ? reason(error.message) : String(error);
    } finally {
      if (number === this.asked) this.isAsking = false;
    }
  }
}
