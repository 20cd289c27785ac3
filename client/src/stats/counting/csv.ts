/** Tables as CSV (RFC 4180), for spreadsheets. */

import type { Replay, Seat } from '../../api/messages';
import { CERTAIN } from '../../engine/layout';
import { RESOURCES } from '../../table/bundles';
import type { Statistics } from './statistics';

type Cell = string | number | null | undefined;

function written(cell: Cell): string {
  const text = String(cell ?? '');
  // A spreadsheet would take these for formulas; names and comments come from others.
  const safe = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Write rows, the first of which has the names of the columns. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');
}

function rounded(number: number, digits = 4): number {
  return Number(number.toFixed(digits));
}

/** Every ply with everybody's points, and their chances to win where they are known. */
export function plyRows(replay: Replay, chances: readonly (readonly number[])[] | null): Cell[][] {
  const { steps, seats } = replay;
  const heads = (kind: string) => seats.map(({ seat }) => `${kind}_${seat}`);
  const head = ['step', 'turn', 'seat', 'ply', 'text', ...heads('points'), ...(chances ? heads('chance') : [])];
  const rows = steps.map(({ ply, seat, sentences, snapshot }, step) => [
    step,
    snapshot.turn_number,
    seat === null || seat > 5 ? '' : seat,
    ply,
    sentences.join(' '),
    ...seats.map((one) => snapshot.seats.find((each) => each.seat === one.seat)?.points),
    ...(chances?.[step]?.map((chance) => rounded(chance / CERTAIN)) ?? []),
  ]);
  return [head, ...rows];
}

/** All statistics in one long table: what, whose, of what or against whom, how many, and how many were expected. */
export function statisticsRows(statistics: Statistics, seats: readonly Seat[]): Cell[][] {
  const name = (seat: number | null) => (seat === null ? '' : (seats.find((one) => one.seat === seat)?.name ?? seat));
  const { dice, production, robber, balances } = statistics;
  return [
    ['statistic', 'player', 'of', 'count', 'expected'],
    ...dice.sums.map(({ sum, count, expected }) => ['rolled', '', sum, count, rounded(expected)]),
    ...dice.seats.map(({ seat, sevens, expected }) => ['sevens', name(seat), '', sevens, rounded(expected)]),
    ...production.flatMap(({ seat, resources, sites }) => [
      ...RESOURCES.flatMap((one) => {
        const { count, expected, blocked, unpaid } = resources[one]!;
        return [
          ['production', name(seat), one, count, rounded(expected)],
          ['blocked by the robber', name(seat), one, blocked, ''],
          ['not paid by the bank', name(seat), one, unpaid, ''],
        ];
      }),
      ...sites.map(({ site, count, expected }) => ['production at site', name(seat), site, count, rounded(expected)]),
    ]),
    ...robber.flatMap(({ seat, by, blocked, stolen }) => [
      ['robber: not produced, moved by', name(seat), name(by), blocked, ''],
      ['robber: stolen by', name(seat), name(by), stolen, ''],
    ]),
    ...balances.flatMap(({ seat, partner, rate, given, got }) => {
      const other = partner === null ? `bank ${rate}:1` : name(partner);
      return RESOURCES.flatMap((one) => [
        [`gave ${one} to`, name(seat), other, given[one] ?? 0, ''],
        [`got ${one} from`, name(seat), other, got[one] ?? 0, ''],
      ]);
    }),
  ];
}
