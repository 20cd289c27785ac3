import { afterEach, expect, it, vi } from 'vitest';

import type { Table } from '../api/messages';
import { RecentGames, urgency } from './recentGames.svelte';
import { loadVisits, rememberGame } from './visits';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function answers(body: string, type: string): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: 404, headers: { 'content-type': type } })));
}

function table(status: string, isAwaited: boolean | null = null): Table {
  return { room: { status }, decision: isAwaited === null ? null : { is_awaited: isAwaited } } as unknown as Table;
}

it('sorts your turn first and finished games last', () => {
  const order = [table('playing', true), table('playing', false), table('playing'), table('lobby'), table('over')];
  expect(order.map(urgency)).toEqual([0, 1, 1, 2, 3]);
});

it('removes a game that the server does not know', async () => {
  rememberGame('g');
  answers('{"code": "unknown_game", "message": "There is no game g."}', 'application/json');
  const recent = new RecentGames();
  await recent.load(5);
  expect([recent.visits, loadVisits()]).toEqual([[], []]);
});

it('keeps a game when a proxy answers 404', async () => {
  rememberGame('g');
  answers('404 page not found', 'text/plain');
  const recent = new RecentGames();
  await recent.load(5);
  expect(recent.visits.map((visit) => visit.game)).toEqual(['g']);
  expect(loadVisits()).toHaveLength(1);
});
