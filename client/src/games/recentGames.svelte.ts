/** The games of this browser with how each stands, asked of the server one after the other. */

import { api, RequestError } from '../api/http';
import type { Table } from '../api/messages';
import { forgetGame, loadVisits, noteGame, type Visit } from './visits';

/** A game of this browser: when it was last seen here, and how it stands. */
export interface RecentGame {
  visit: Visit;
  table: Table;
}

/** How soon somebody wants to go on with a game: where one is awaited, what runs, rooms, what is over. */
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
  /** What there is to go on with, the most urgent first. */
  running: readonly RecentGame[] = $derived(this.games.filter(({ table }) => table.room.status !== 'over'));

  /** Whether something will probably be found to go on with. */
  get hasRunning(): boolean {
    return this.visits.some((visit) => !visit.isOver);
  }

  /** Ask how the latest games stand; one that there is no more leaves the recent. */
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
