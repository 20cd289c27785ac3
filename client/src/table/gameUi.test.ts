import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { TableStore } from './store.svelte';
import { Desk } from './gameUi.svelte';

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
    granted: 0,
    isSpared: !kinds.includes('accept'),
    act: (action: string) => said.push(action) > 0,
  };
  const desk = new Desk(table as unknown as TableStore);
  desk.isQuiet = true;
  return { desk, table, said };
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
  const { desk, said } = asked();
  desk.refuseUnasked();
  vi.advanceTimersByTime(5000);
  desk.refuseUnasked();
  vi.advanceTimersByTime(5000);
  expect(said).toEqual(['refuse']);
});

test('a refusal that may be lost with the line is said again once the line is back', () => {
  const { desk, table, said } = asked();
  desk.refuseUnasked();
  vi.advanceTimersByTime(5000);
  table.isConnected = false;
  desk.refuseUnasked();
  table.isConnected = true;
  desk.refuseUnasked();
  vi.advanceTimersByTime(5000);
  expect(said).toEqual(['refuse', 'refuse']);
});

test('what the server refuses for somebody is neither shown nor refused a second time', () => {
  const { desk, said } = asked(['refuse']);
  desk.refuseUnasked();
  vi.advanceTimersByTime(5000);
  expect(said).toEqual([]);
  expect(desk.isAnswering).toBe(false);
});

test('what an action is composed in closes when the action is granted, not before', () => {
  const { desk, table } = asked();
  desk.sheet = 'trade';
  desk.isCountering = true;
  desk.act('counter 1 brick for 2 wool');
  desk.closeGranted();
  expect([desk.sheet, desk.isCountering]).toEqual(['trade', true]);
  table.granted = 5;
  desk.closeGranted();
  expect([desk.sheet, desk.isCountering]).toEqual([null, false]);
});

test('what has opened since an action stays open when it is granted', () => {
  const { desk, table } = asked();
  desk.sheet = 'trade';
  desk.act('counter 1 brick for 2 wool');
  desk.sheet = 'end';
  table.granted = 5;
  desk.closeGranted();
  expect(desk.sheet).toBe('end');
});

test('whoever has left the page refuses nothing', () => {
  const { desk, said } = asked();
  desk.refuseUnasked();
  desk.close();
  vi.advanceTimersByTime(5000);
  expect(said).toEqual([]);
});
