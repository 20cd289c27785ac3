/** A hint: the best action for your seat, asked of the server, first quickly and then more deeply. */

import { api, RequestError } from '../api/http';
import type { CandidateView } from '../api/messages';
import { t } from '../i18n';
import { readAction, type ParsedAction } from './actions';
import type { TableStore } from './store.svelte';

const BUDGETS = ['quick', 'normal'] as const; // the first answer, and a better one

export class Hint {
  best = $state.raw<CandidateView | null>(null);
  isSearching = $state(false);
  problem = $state(''); // why there is none, in words
  private decision = $state<number | null>(null); // the decision that it is about
  private asked = 0;

  constructor(private readonly table: TableStore) {}

  /** Whether a hint can be asked for now. */
  get isAllowed(): boolean {
    const { room, you, isPrompted } = this.table;
    return (room?.has_hints ?? false) && room?.status === 'playing' && you !== null && isPrompted;
  }

  /** Whether it is shown: until it is closed, or something else is to be decided. */
  get isOpen(): boolean {
    return this.isAllowed && this.decision !== null && this.decision === this.table.decision?.id;
  }

  /** The best action, if it is shown. */
  get action(): ParsedAction | null {
    return this.isOpen && this.best ? readAction(this.best.action) : null;
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else if (this.isAllowed) void this.ask();
  }

  close(): void {
    this.asked += 1; // an answer on its way is not shown
    this.decision = null;
    this.isSearching = false;
  }

  private async ask(): Promise<void> {
    const { you } = this.table;
    const asked = ++this.asked;
    this.decision = this.table.decision?.id ?? null;
    this.best = null;
    this.problem = '';
    this.isSearching = true;
    for (const budget of BUDGETS) {
      try {
        const { actions } = await api.analyse(this.table.game, { budget, seat: you });
        if (asked !== this.asked || !this.isOpen) return;
        this.best = actions[0] ?? null;
        if (!this.best) this.problem = t('hint.none');
      } catch (error) {
        if (asked !== this.asked) return;
        if (!this.best) this.problem = error instanceof RequestError ? error.message : t('hint.none');
        break; // a server may answer quickly, but not look deeper
      }
    }
    this.isSearching = false;
  }
}
