/** Opens a table: a store with a connection to the server. */

import { Connection } from '../api/connection';
import { address } from '../api/http';
import { TableStore } from '../table/store.svelte';

export function openTable(game: string, seat: number | null = null): TableStore {
  const table = new TableStore(game, seat);
  const connection = new Connection({
    address: (since) => address.socket(game, since, seat),
    onMessage: table.apply,
    onStatus: table.onStatus,
    onFailedTry: () => void table.onFailedTry(),
  });
  table.use(connection);
  connection.open();
  return table;
}
