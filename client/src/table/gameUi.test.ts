import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { GameUi } from './gameUi.svelte';
import type { TableStore } from './store.svelte';

const offer = { seat: 0, to: [1], give: { wool: 1 }, take: { brick: 1 }, waiting: [1], accepted: [] };

/** A table at which seat 1 is asked, and the actions it sends. */
function asked(kinds = ['accept', 'refuse']) {
  const sent: string[] = [];
  const table = {
    game: 'g',
    you: 1,
    snapshot: { turn: 0, turn_number: 3, offer },
    decision: { id: 7, forms: [] },
    kinds: new Map(kinds.map((kind) => [kind, []])),
    isConnected: true,
    pending: { request: 5 },
    confirmed: 0,
    isAutoRefused: !kinds.includes('accept'),
    act: (action: string) => sent.push(action) > 0,
  };
  const ui = new GameUi(table as unknown as TableStore);
  ui.isQuiet = true;
  return { ui, table, sent };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('nobody is asked here')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an automatic refusal is sent once', () => {
  const { ui, sent } = asked();
  ui.refuseAutomatically();
  vi.advanceTimersByTime(5000);
  ui.refuseAutomatically();
  vi.advanceTimersByTime(5000);
  expect(sent).toEqual(['refuse']);
});

test('a refusal that may be lost is repeated after reconnecting', () => {
  const { ui, table, sent } = asked();
  ui.refuseAutomatically();
  vi.advanceTimersByTime(5000);
  table.isConnected = false;
  ui.refuseAutomatically();
  table.isConnected = true;
  ui.refuseAutomatically();
  vi.advanceTimersByTime(5000);
  expect(sent).toEqual(['refuse', 'refuse']);
});

test('an offer that the server refuses is neither shown nor refused again', () => {
  const { ui, sent } = asked(['refuse']);
  ui.refuseAutomatically();
  vi.advanceTimersByTime(5000);
  expect(sent).toEqual([]);
  expect(ui.isAnswering).toBe(false);
});

test('the sheet of an action closes when the action succeeds, not before', () => {
  const { ui, table } = asked();
  ui.sheet = 'trade';
  ui.isCountering = true;
  ui.act('counter 1 brick for 2 wool');
  ui.closeConfirmed();
  expect([ui.sheet, ui.isCountering]).toEqual(['trade', true]);
  table.confirmed = 5;
  ui.closeConfirmed();
  expect([ui.sheet, ui.isCountering]).toEqual([null, false]);
});

test('a sheet opened after an action stays open when it succeeds', () => {
  const { ui, table } = asked();
  ui.sheet = 'trade';
  ui.act('counter 1 brick for 2 wool');
  ui.sheet = 'end';
  table.confirmed = 5;
  ui.closeConfirmed();
  expect(ui.sheet).toBe('end');
});

test('nothing is refused after leaving the page', () => {
  const { ui, sent } = asked();
  ui.refuseAutomatically();
  ui.close();
  vi.advanceTimersByTime(5000);
  expect(sent).toEqual([]);
});
