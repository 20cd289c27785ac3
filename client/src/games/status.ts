/** The status of a game, in words. */

import type { Meta, Table } from '../api/messages';
import { formatList, t } from '../i18n';

/** The title of a game. */
export function titleOf(meta: Meta | null, { room }: Table): string {
  const { preset } = room.settings;
  return meta?.presets.find((one) => one.name === preset)?.title ?? t('start.a_game');
}

function nameOf({ room }: Table, seat: number | null): string {
  return room.seats.find((one) => one.seat === seat)?.name || t('start.you');
}

export function statusOf(table: Table): string {
  const { room, snapshot, decision } = table;
  if (room.status === 'lobby') return t('start.status_lobby');
  if (room.status === 'over') {
    if (snapshot?.winner == null) return t('start.status_over');
    return snapshot.winner === room.you
      ? t('start.status_you_won')
      : t('start.status_won', { name: nameOf(table, snapshot.winner) });
  }
  if (decision?.is_awaited) return t('start.status_yours');
  return snapshot ? t('start.status_turn', { name: nameOf(table, snapshot.turn) }) : '';
}

/** The other players. */
export function othersOf({ room }: Table): string {
  return formatList(room.seats.filter((seat) => seat.seat !== room.you && seat.name).map((seat) => seat.name));
}
