/** A puzzle as a table: the position of the message, and an action is an answer instead of a request. */

import type { PuzzleChoice, PuzzleView, Why } from '../api/messages';
import { t } from '../i18n';
import { TableStore } from '../table/store.svelte';

/** An action without the seats that an offer goes to: puzzles compare offers to everybody. */
function terms(action: string): string {
  return action.startsWith('offer ') ? action.replace(/ to [\d ]+$/, '') : action;
}

/** The choice of a puzzle that an action is; null if it was not compared. */
export function choiceOf(puzzle: PuzzleView, action: string): PuzzleChoice | null {
  return puzzle.choices.find((choice) => terms(choice.action) === terms(action)) ?? null;
}

export class PuzzleTable extends TableStore {
  constructor(
    puzzle: PuzzleView,
    private readonly onanswer: (action: string) => boolean, // returns whether it is an answer
  ) {
    super('');
    const drawing = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
    const islands = { light: drawing(puzzle.svg), dark: drawing(puzzle.svg_dark) };
    this.islandAt = (theme) => islands[theme];
    this.onStatus({ state: 'open', tries: 0, retryAt: null });
    this.apply(puzzle.table);
  }

  /** Players have the names of their colours. */
  override nameOf(seat: number | null): string {
    const name = super.nameOf(seat);
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  /** Answer with an action; after that nothing can be chosen. */
  override act(action: string): boolean {
    if (this.pending || !this.decision || !this.onanswer(action)) return false;
    this.pending = { request: 0, action, decision: this.decision.id };
    this.chosen = null;
    return true;
  }

  /** There is no game whose rules the server could explain. */
  override why(): Promise<Why | null> {
    return Promise.resolve({ is_legal: false, rule: null, message: t('puzzles.not_possible'), lacks: {} });
  }
}
