import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Connection } from '../api/connection';
import { decision, entry, snapshot, room, table as tableOf, update } from '../api/fixtures';
import { api, RequestError } from '../api/http';
import type { ClientMessage } from '../api/messages';
import { toasts } from '../app/toasts.svelte';
import { TableStore, type Animator } from './store.svelte';

let sent: ClientMessage[];
let isOpen: boolean;
let known: (number | null)[];
let table: TableStore;

beforeEach(() => {
  vi.useFakeTimers();
  [sent, isOpen, known] = [[], true, []];
  table = new TableStore('g');
  const connection = {
    send: (message: ClientMessage) => (isOpen ? (sent.push(message), true) : false),
    setLastEvent: (event: number | null) => known.push(event),
    close: vi.fn(),
    retry: vi.fn(),
    probe: () => sent.push({ type: 'refresh' }), // as the connection does
  };
  table.use(connection as unknown as Connection);
  table.apply(tableOf(10));
});

afterEach(() => {
  vi.useRealTimers();
  toasts.list.forEach((toast) => toasts.dismiss(toast.id));
});

/** An animator that plays until `goOn` is called. */
function slowAnimator(): Animator & { goOn: () => void; reveals: (() => void)[] } {
  let wake = () => {};
  const reveals: (() => void)[] = [];
  return {
    reveals,
    play: (_happened, _before, _after, reveal) =>
      new Promise((resolve) => {
        reveals.push(reveal);
        wake = resolve;
      }),
    skip: () => wake(),
    goOn: () => wake(),
  };
}

test('a table message replaces everything', () => {
  expect(table.you).toBe(0);
  expect(table.own?.seat).toBe(0);
  expect(table.nameOf(1)).toBe('Bo');
  expect(table.isAwaited).toBe(true);
  expect([...table.kinds.keys()]).toEqual(['end', 'settle', 'road']);
  expect(known).toEqual([10]);
});

test('choosing a kind lights its places, choosing it again clears them', () => {
  expect(table.choices).toEqual([]);
  table.choose('road');
  expect(table.choices.map((choice) => [choice.where, choice.number])).toEqual([
    ['path', 0],
    ['path', 2],
  ]);
  table.choose('road');
  expect(table.choices).toEqual([]);
});

test('where only places can be chosen they are lit at once', () => {
  table.apply(tableOf(11, { decision: decision(11, ['robber 0', 'robber 1']) }));
  expect(table.choices.map((choice) => choice.action.text)).toEqual(['robber 0', 'robber 1']);
});

test('an action names its decision and waits for its answer', () => {
  expect(table.act('settle 1')).toBe(true);
  expect(sent).toEqual([{ type: 'act', decision: 10, action: 'settle 1', request: 1 }]);
  expect(table.isBusy).toBe(true);
  expect(table.act('end')).toBe(false);
  table.apply(update(11, { log: [entry(11, '0: settle 1')] }));
  expect(table.isBusy).toBe(false);
});

test('actions of others do not answer your request', () => {
  table.act('settle 1');
  table.apply(update(11, { decision: decision(10, ['end']), log: [entry(11, '1: discard ?')] }));
  expect(table.isBusy).toBe(true);
});

test('a refusal is shown and frees the buttons', () => {
  table.act('settle 1');
  table.apply({ type: 'refused', code: 'illegal_action', message: 'Too near.', rule: 'BLD-3', reply_to: 1 });
  expect(table.isBusy).toBe(false);
  expect(toasts.list.at(-1)).toMatchObject({ kind: 'bad', text: 'Too near.', rule: 'BLD-3' });
});

test('a refusal of something else leaves a request waiting', () => {
  table.act('settle 1');
  table.apply({ type: 'refused', code: 'too_large', message: 'Too long.', rule: null, reply_to: 99 });
  expect(table.isBusy).toBe(true);
});

test('without a connection nothing is sent, and a toast says so', () => {
  isOpen = false;
  expect(table.act('end')).toBe(false);
  expect(table.isBusy).toBe(false);
  expect(toasts.list.at(-1)?.kind).toBe('bad');
});

test('without an answer the table is refreshed', () => {
  table.act('end');
  vi.advanceTimersByTime(8_000);
  expect(table.isBusy).toBe(false);
  expect(sent.at(-1)).toEqual({ type: 'refresh' });
});

test('a broken connection cancels the pending request', () => {
  table.act('end');
  table.onStatus({ state: 'waiting', tries: 1, retryAt: 0 });
  expect(table.isBusy).toBe(false);
  expect(table.isConnected).toBe(false);
});

test('a known update changes nothing', () => {
  table.apply(update(10, { snapshot: snapshot({ turn: 1 }) }));
  expect(table.snapshot?.turn).toBe(0);
});

test('events are added to the log in order', async () => {
  table.apply(update(11, { log: [entry(11, '0: roll'), entry(11, '*: rolled 3+3')] }));
  table.apply(update(12, { log: [entry(12, '0: end')] }));
  await vi.runAllTimersAsync();
  expect(table.log.map((one) => one.ply)).toEqual(['0: roll', '*: rolled 3+3', '0: end']);
});

test('an update is shown when the animator reveals it, and the next waits until it has played', async () => {
  const animator = slowAnimator();
  table.animator = animator;
  table.apply(update(11, { snapshot: snapshot({ turn: 1 }) }));
  table.apply(update(12, { snapshot: snapshot({ turn: 2 }) }));
  expect(table.snapshot?.turn).toBe(0);
  animator.reveals[0]!();
  expect(table.snapshot?.turn).toBe(1);
  animator.goOn();
  await vi.runAllTimersAsync();
  expect(animator.reveals).toHaveLength(2);
  expect(table.snapshot?.turn).toBe(1);
  animator.goOn();
  await vi.runAllTimersAsync();
  expect(table.snapshot?.turn).toBe(2);
});

test('skipping shows the latest at once, and nothing older afterwards', async () => {
  const animator = slowAnimator();
  table.animator = animator;
  table.apply(update(11, { snapshot: snapshot({ turn: 1 }), log: [entry(11, '1: roll')] }));
  table.apply(update(12, { snapshot: snapshot({ turn: 2 }), log: [entry(12, '1: end')] }));
  table.skipAnimations();
  expect(table.snapshot?.turn).toBe(2);
  expect(table.log.map((one) => one.event)).toEqual([11, 12]);
  await vi.runAllTimersAsync();
  expect(table.snapshot?.turn).toBe(2);
  expect(table.log).toHaveLength(2);
});

test('a table message during an animation wins', async () => {
  const animator = slowAnimator();
  table.animator = animator;
  table.apply(update(11, { snapshot: snapshot({ turn: 1 }) }));
  table.apply(tableOf(20, { snapshot: snapshot({ turn: 5 }) }));
  await vi.runAllTimersAsync();
  expect(table.snapshot?.turn).toBe(5);
  table.apply(update(21, { snapshot: snapshot({ turn: 6 }) }));
  animator.goOn();
  await vi.runAllTimersAsync();
  expect(table.snapshot?.turn).toBe(6);
});

test('a failing animator does not stop the table', async () => {
  const play = vi.fn().mockRejectedValue(new Error('no such hex'));
  table.animator = { play, skip: () => {} };
  vi.spyOn(console, 'error').mockImplementation(() => {});
  table.apply(update(11, { snapshot: snapshot({ turn: 1 }) }));
  table.apply(update(12, { snapshot: snapshot({ turn: 2 }) }));
  await vi.runAllTimersAsync();
  expect(table.snapshot?.turn).toBe(2);
});

test('a long queue of updates is shown at once', () => {
  table.animator = slowAnimator();
  for (let event = 11; event < 30; event++) table.apply(update(event, { snapshot: snapshot({ turn: event }) }));
  expect(table.snapshot?.turn).toBeGreaterThan(20);
});

test('at an instant pace nothing is animated while updates wait', async () => {
  const animator = slowAnimator();
  table.animator = animator;
  table.apply(tableOf(10, { room: room({ settings: { ...room().settings, pace: 'instant' } }) }));
  for (const event of [11, 12, 13]) table.apply(update(event, { snapshot: snapshot({ turn: event % 2 }) }));
  animator.goOn(); // the first was alone when it came
  await vi.runAllTimersAsync();
  expect(animator.reveals).toHaveLength(2); // the second was shown at once, the third is played
  animator.goOn();
  await vi.runAllTimersAsync();
  expect(table.snapshot?.turn).toBe(1);
});

test('the pace can be set', () => {
  expect(table.setPace('slow')).toBe(true);
  expect(sent.at(-1)).toMatchObject({ type: 'pace', pace: 'slow' });
});

test('a new decision clears the chosen places; the same one keeps them', async () => {
  table.choose('road');
  table.apply(update(11, { decision: decision(10, ['road 0']) }));
  await vi.runAllTimersAsync();
  expect(table.chosen).toBe('road');
  table.apply(update(12, { decision: decision(12, ['road 0', 'end']) }));
  await vi.runAllTimersAsync();
  expect(table.chosen).toBe(null);
});

test('the island is requested when the game starts', () => {
  const fresh = new TableStore('g');
  fresh.use({
    send: (message: ClientMessage) => (sent.push(message), true),
    setLastEvent: () => {},
  } as unknown as Connection);
  fresh.apply(tableOf(1, { room: room({ status: 'lobby' }), geometry: null, snapshot: null, decision: null }));
  fresh.apply({ type: 'room', event: 2, room: room() });
  expect(sent).toContainEqual({ type: 'refresh' });
});

test('a line of the chat is shown once', () => {
  const line = { event: 11, seat: 1, name: 'Bo', text: 'Hello!' };
  table.apply({ type: 'chat', line });
  table.apply({ type: 'chat', line });
  expect(table.chat).toEqual([line]);
});

test('an empty chat message is not sent', () => {
  expect(table.say('   ')).toBe(false);
  expect(table.say(' Hello! ')).toBe(true);
  expect(sent.at(-1)).toMatchObject({ type: 'say', text: 'Hello!' });
});

test('undo needs a decision', () => {
  table.apply(tableOf(10, { decision: null }));
  expect(table.undo()).toBe(false);
  table.apply(tableOf(11, { decision: decision(11, ['end'], { can_undo: true }) }));
  expect(table.undo()).toBe(true);
  expect(sent.at(-1)).toMatchObject({ type: 'undo' });
  table.apply(update(12, { log: [entry(12, '0: settle 1', { is_undone: true })] }));
  expect(table.isBusy).toBe(false);
});

test('a game that does not exist is not retried', async () => {
  vi.spyOn(api, 'table').mockRejectedValue(new RequestError('unknown_game', 'There is no such game.', null, 404));
  await table.onFailedTry();
  expect(table.isMissing).toBe(true);
});

test('a proxy’s 404 does not mean that the game is missing', async () => {
  vi.spyOn(api, 'table').mockRejectedValue(new RequestError('failed', '404 page not found', null, 404));
  await table.onFailedTry();
  expect(table.isMissing).toBe(false);
});

test('an unreachable server is retried', async () => {
  vi.spyOn(api, 'table').mockRejectedValue(new RequestError('unreachable', 'The server cannot be reached.'));
  await table.onFailedTry();
  expect(table.isMissing).toBe(false);
});

test('a newer protocol marks the page as outdated', () => {
  table.apply(tableOf(11, { protocol: 99 }));
  expect(table.isOutdated).toBe(true);
});

test('another protocol is noticed without a new event', async () => {
  vi.spyOn(api, 'table').mockResolvedValue(tableOf(10, { protocol: 99 }));
  await table.onFailedTry();
  expect(table.isOutdated).toBe(true);
});

test('a table with the end of the log keeps the known part before it', async () => {
  table.apply(update(11, { log: [entry(11, '0: roll')] }));
  table.apply(update(12, { log: [entry(12, '0: end')] }));
  await vi.runAllTimersAsync();
  table.apply(tableOf(14, { log: [12, 13, 14].map((event) => entry(event, '1: roll')) }));
  expect(table.log.map((one) => one.event)).toEqual([11, 12, 13, 14]);
});

test('a log with a gap starts after the gap', async () => {
  table.apply(update(11, { log: [entry(11, '0: roll')] }));
  await vi.runAllTimersAsync();
  table.apply(tableOf(40, { log: [entry(30, '1: roll')] }));
  expect(table.log.map((one) => one.event)).toEqual([30]);
});

test('the log is replaced when the seat changes', () => {
  table.apply(tableOf(11, { log: [entry(11, '0: buy')] }));
  table.apply(tableOf(12, { log: [entry(12, '0: end')], room: room({ you: 1 }) }));
  expect(table.log.map((one) => one.event)).toEqual([12]);
});

test('clocks count from the arrival of an update, however late it is shown', async () => {
  const animator = slowAnimator();
  table.animator = animator;
  const came = Date.now();
  table.apply(update(11, { snapshot: snapshot({ deadline_s: 30 }) }));
  vi.advanceTimersByTime(600);
  animator.goOn();
  await vi.runAllTimersAsync();
  expect(table.snapshot?.deadline_s).toBe(30);
  expect(table.snapshotAt).toBe(came);
});

test('clocks that stopped while disconnected are corrected', () => {
  table.apply(tableOf(11, { snapshot: snapshot({ deadline_s: 30 }) }));
  vi.advanceTimersByTime(20_000);
  const seats = snapshot().seats.map((seat) => ({ ...seat, clock_s: 60 }));
  table.apply(update(11, { snapshot: snapshot({ turn: 1, deadline_s: 29, seats }) }));
  expect(table.snapshot).toMatchObject({ turn: 0, deadline_s: 29 });
  expect(table.snapshot?.seats.map((seat) => seat.clock_s)).toEqual([60, 60]);
  expect(table.snapshotAt).toBe(Date.now());
});
