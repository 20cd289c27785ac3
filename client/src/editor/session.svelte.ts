/** A position that is being edited: its changes, and what the server finds wrong with it. */

import { api, RequestError } from '../api/http';
import type { CheckedPosition, CheckPosition, Draft } from '../api/messages';
import { applied, isSameIsland, swapped, type Tool } from './draft';

const PAUSE_MS = 200; // after a change, so that not every click sends a request
const MOST_UNDONE = 200;

export class EditorSession {
  draft = $state.raw<Draft | null>(null);
  checked = $state.raw<CheckedPosition | null>(null); // the last answer; its drawing stays until the island changes
  isChecking = $state(false);
  failure = $state(''); // why nothing could be opened or checked
  picked = $state<number | null>(null); // the first of two hexes to exchange
  private before = $state.raw<readonly Draft[]>([]);
  private after = $state.raw<readonly Draft[]>([]);
  private drawn: Draft | null = null; // the draft whose island is drawn
  private requests = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  readonly canUndo = $derived(this.before.length > 0);
  readonly canRedo = $derived(this.after.length > 0);
  /** The position in the notation, if nothing is wrong and nothing has changed since it was checked. */
  readonly position: string | null = $derived(this.isChecking ? null : (this.checked?.position ?? null));

  /** Open a position, or a game that begins; it can be undone. */
  async open(request: CheckPosition): Promise<void> {
    clearTimeout(this.timer);
    const { draft } = (await this.ask(request)) ?? {};
    if (!draft) return;
    if (this.draft) this.before = [...this.before, this.draft].slice(-MOST_UNDONE);
    [this.draft, this.drawn, this.after] = [draft, draft, []];
  }

  /** Make a change that can be undone. */
  change(next: Draft): void {
    if (!this.draft) return;
    this.before = [...this.before, this.draft].slice(-MOST_UNDONE);
    this.after = [];
    this.show(next);
  }

  /** Use a tool at a place. */
  use(tool: Tool, number: number): void {
    if (!this.draft) return;
    if (tool.kind !== 'swap') return this.change(applied(this.draft, tool, number));
    if (this.picked === null) {
      this.picked = number;
      return;
    }
    const first = this.picked;
    this.picked = null;
    if (first !== number) this.change(swapped(this.draft, first, number));
  }

  undo(): void {
    const last = this.before.at(-1);
    if (!last || !this.draft) return;
    [this.before, this.after] = [this.before.slice(0, -1), [this.draft, ...this.after]];
    this.show(last);
  }

  redo(): void {
    const [next, ...rest] = this.after;
    if (!next || !this.draft) return;
    [this.before, this.after] = [[...this.before, this.draft], rest];
    this.show(next);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.requests += 1;
  }

  private show(draft: Draft): void {
    this.draft = draft;
    this.isChecking = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(draft), PAUSE_MS);
  }

  private async check(draft: Draft): Promise<void> {
    const draws = !this.drawn || !isSameIsland(this.drawn, draft);
    const checked = await this.ask({ draft, draws });
    if (checked && draws) this.drawn = draft;
  }

  /** Ask the server; null if it refuses, or something newer was asked. */
  private async ask(request: CheckPosition): Promise<CheckedPosition | null> {
    const number = ++this.requests;
    this.isChecking = true;
    try {
      const found = await api.checkPosition(request);
      if (number !== this.requests) return null;
      const { svg, svg_dark } = found.svg === null && this.checked ? this.checked : found;
      this.checked = { ...found, svg, svg_dark };
      this.failure = '';
      return found;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (number === this.requests) this.failure = error.message;
      return null;
    } finally {
      if (number === this.requests) this.isChecking = false;
    }
  }
}
