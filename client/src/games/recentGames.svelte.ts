/** The games of this browser with their status, loaded one after the other. */

import { api, RequestError } from '../api/http';
import type { Table } from '../api/messages';
import { forgetGame, loadVisits, noteGame, type Visit } from './visits';

/** A game of this browser: the last visit, and the table. */
export interface RecentGame {
  visit: Visit;
  table: Table;
}

/** Sort order: your turn, running, in the room, finished. */
export function urgency({ room, decision }: Table): number {
  if (room.status === 'over') return 3;
  if (room.status === 'lobby') return 2;
  return decision?.is_awaited ? 0 : 1;
}

export class RecentGames {
  visits = $state.raw<readonly Visit[]>(loadVisits());
  private tables = $state.raw<ReadonlyMap<string, Table>>(new Map());

  games: readonly RecentGame[] = $derived(
    this.visits
      .flatMap((visit) => {
        const table = this.tables.get(visit.game);
        return table ? [{ visit, table }] : [];
      })
      .sort((one, other) => urgency(one.table) - urgency(other.table) || other.visit.at - one.visit.at),
  );
  /** Games to continue, the most urgent first. */
  running: readonly RecentGame[] = $derived(this.games.filter(({ table }) => table.room.status !== 'over'));

  /** Whether there probably is a game to continue. */
  get hasRunning(): boolean {
    return this.visits.some((visit) => !visit.isOver);
  }

  /** Load the latest games; one that no longer exists is removed. */
  async load(most: number): Promise<void> {
    for (const { game } of this.visits.slice(0, most)) {
      if (this.tables.has(game)) continue;
      try {
        const table = await api.table(game);
        this.tables = new Map(this.tables).set(game, table);
        noteGame(game, table.room.status === 'over');
      } catch (error) {
        if (error instanceof RequestError && error.code === 'unknown_game') this.forget(game);
      }
    }
  }

  forget(game: string): void {
    forgetGame(game);
    this.visits = this.visits.filter((visit) => visit.game !== game);
  }
}
