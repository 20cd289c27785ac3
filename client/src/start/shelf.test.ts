import { expect, it } from 'vitest';
import type { Table } from '../messages';
import { urgency } from './shelf.svelte';

function table(status: string, isAwaited: boolean | null = null): Table {
  return { room: { status }, decision: isAwaited === null ? null : { is_awaited: isAwaited } } as unknown as Table;
}

it('puts first where somebody is awaited, and last what is over', () => {
  const order = [table('playing', true), table('playing', false), table('playing'), table('lobby'), table('over')];
  expect(order.map(urgency)).toEqual([0, 1, 1, 2, 3]);
});
