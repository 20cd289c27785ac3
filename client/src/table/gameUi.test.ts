import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { TableStore } from './store.svelte';
import { GameUi } from './gameUi.svelte';

const offer = { seat: 0, to: [1], give: { wool: 1 }, take: { brick: 1 }, waiting: [1], accepted: [] };

/** A table at which seat 1 is asked, and what it was told to do. */
function asked(kinds = ['accept', 'refuse']) {
  const said: string[] = [];
  const table = {
    game: 'g',
    you: 1,
    look: { turn: 0, turn_number: 3, offer },
    decision: { id: 7, forms: [] },
    kinds: new Map(kinds.map((kind) => [kind, []])),
    isConnected: true,
    pending: { request: 5 },
    confirmed: 0,
    isAutoRefused: !kinds.includes('accept'),
    act: (action: string) => said.push(action) > 0,
  };
  const ui = new GameUi(table as unknown as TableStore);
  ui.isQuiet = true;
  return { ui, table, said };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('nobody is asked here')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what is refused without asking is refused once', () => {
  const { ui, said } = asked();
  ui.refuseAutomatically();
  vi.advanceTimersByTime(5000);
  ui.refuseAutomatically();
  vi.advanceTimersByTime(5000);
  expect(said).toEqual(['refuse']);
});

test('a refusal that may be lost with the line is said again once the line is back', () => {
  const { ui, table, said } = asked();
  ui.refuseAutomatically();
  vi.advanceTimersByTime(5000);
  table.isConnected = false;
  ui.refuseAutomatically();
  table.isConnected = true;
  ui.refuseAutomatically();
  vi.advanceTimersByTime(5000);
  expect(said).toEqual(['refuse', 'refuse']);
});

test('what the server refuses for somebody is neither shown nor refused a second time', () => {
  const { ui, said } = asked(['refuse']);
  ui.refuseAutomatically();
  vi.advanceTimersByTime(5000);
  expect(said).toEqual([]);
  expect(ui.isAnswering).toBe(false);
});

test('what an action is composed in closes when the action is confirmed, not before', () => {
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

test('what has opened since an action stays open when it is granted', () => {
  const { ui, table } = asked();
  ui.sheet = 'trade';
  ui.act('counter 1 brick for 2 wool');
  ui.sheet = 'end';
  table.confirmed = 5;
  ui.closeConfirmed();
  expect(ui.sheet).toBe('end');
});

test('whoever has left the page refuses nothing', () => {
  const { ui, said } = asked();
  ui.refuseAutomatically();
  ui.close();
  vi.advanceTimersByTime(5000);
  expect(said).toEqual([]);
});
