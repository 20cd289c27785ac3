/** A position that is being edited: its changes, and what the engine finds wrong with it, here in the tab. */

import { fromBase64, inBase64 } from '../api/base64';
import { api, RequestError } from '../api/http';
import type { CheckedPosition, CheckPosition, Draft } from '../api/messages';
import { openEngine } from '../engine/open';
import { t } from '../i18n';
import { applied, geometryOf, isSameIsland, swapped, type Tool } from './draft';
import { problemOf } from './findings';
import { redrawn } from './redraw';

const PAUSE_MS = 60; // after a change, so that not every click is checked
const MOST_UNDONE = 200;

/** A draft, the bytes of the position that it was made from, and an island of its size that the server has drawn. */
interface Edited {
  draft: Draft;
  base: Uint8Array;
  drawn: CheckedPosition;
}

export class EditorSession {
  checked = $state.raw<CheckedPosition | null>(null); // the last answer
  isChecking = $state(false);
  failure = $state(''); // why the draft could not be checked
  refusal = $state(''); // why something could not be opened
  picked = $state<number | null>(null); // the first of two hexes to exchange
  private now = $state.raw<Edited | null>(null);
  private before = $state.raw<readonly Edited[]>([]);
  private after = $state.raw<readonly Edited[]>([]);
  private requests = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly engine = openEngine();

  readonly draft: Draft | null = $derived(this.now?.draft ?? null);
  readonly canUndo = $derived(this.before.length > 0);
  readonly canRedo = $derived(this.after.length > 0);
  /** The position in the notation, if nothing is wrong and nothing has changed since it was checked. */
  readonly position: string | null = $derived(this.isChecking ? null : (this.checked?.position ?? null));

  /** Open a position, or a game that begins, which the server makes; it can be undone. */
  async open(request: CheckPosition): Promise<void> {
    clearTimeout(this.timer);
    const number = ++this.requests;
    [this.isChecking, this.refusal] = [true, ''];
    try {
      const found = await api.checkPosition(request);
      if (number !== this.requests) return;
      this.isChecking = false;
      this.begin(found);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (number !== this.requests) return;
      this.isChecking = false;
      this.refusal =
        error.code === 'unreachable' ? t('editor.offline') : t('analysis.failed', { reason: error.message });
      if (this.now) this.show(this.now); // goes on with what was there
    }
  }

  /** Begin with a position that is there; it can be undone. */
  begin(found: CheckedPosition): void {
    if (!found.start) return;
    [this.checked, this.failure] = [found, ''];
    if (this.now) this.before = [...this.before, this.now].slice(-MOST_UNDONE);
    this.now = { draft: found.draft, base: fromBase64(found.start), drawn: found };
    this.after = [];
    void this.engine.setup(this.now.base, found.draft).catch(() => undefined); // loads it: later there may be no connection
  }

  /** Make a change that can be undone. */
  change(draft: Draft): void {
    if (!this.now) return;
    this.refusal = '';
    this.before = [...this.before, this.now].slice(-MOST_UNDONE);
    this.after = [];
    this.show({ ...this.now, draft });
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
    if (!last || !this.now) return;
    [this.before, this.after] = [this.before.slice(0, -1), [this.now, ...this.after]];
    this.show(last);
  }

  redo(): void {
    const [next, ...rest] = this.after;
    if (!next || !this.now) return;
    [this.before, this.after] = [[...this.before, this.now], rest];
    this.show(next);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.requests += 1;
    this.engine.close();
  }

  private show(edited: Edited): void {
    this.now = edited;
    this.isChecking = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(edited), PAUSE_MS);
  }

  private async check(edited: Edited): Promise<void> {
    await this.answered(() => this.checkedHere(edited).catch(() => this.checkedThere(edited)));
  }

  /** Check a draft with the engine, and draw its island from the one that the server has drawn. */
  private async checkedHere({ draft, base, drawn }: Edited): Promise<CheckedPosition> {
    const { draft: complete, findings, position, bytes } = await this.engine.setup(base, draft);
    const geometry = geometryOf(drawn.geometry, draft);
    const isDrawn = isSameIsland(drawn.draft, draft);
    const draw = (svg: string | null) => (isDrawn || svg === null ? svg : redrawn(svg, drawn.geometry, geometry));
    const [svg, svg_dark] = [draw(drawn.svg), draw(drawn.svg_dark)];
    if (svg === null || svg_dark === null) throw new Error('the drawing lacks something');
    return {
      draft: complete,
      problems: findings.map((finding) => problemOf(finding, draft.terrain.length)),
      position,
      start: bytes && inBase64(bytes),
      seats: drawn.seats,
      geometry,
      svg,
      svg_dark,
    };
  }

  /** Ask the server, where the engine cannot run or the drawing lacks something. */
  private async checkedThere(edited: Edited): Promise<CheckedPosition> {
    const found = await api.checkPosition({ draft: edited.draft, draws: true });
    if (this.now === edited) this.now = { ...edited, drawn: found };
    return found;
  }

  /** Wait for an answer, and show it unless something newer was asked. */
  private async answered(ask: () => Promise<CheckedPosition>): Promise<void> {
    const number = ++this.requests;
    this.isChecking = true;
    try {
      const found = await ask();
      if (number !== this.requests) return;
      [this.checked, this.failure] = [found, ''];
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (number === this.requests) this.failure = error.message;
    } finally {
      if (number === this.requests) this.isChecking = false;
    }
  }
}
