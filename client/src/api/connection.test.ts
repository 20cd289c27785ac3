import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Connection, pauseMs, type ConnectionStatus } from './connection';
import { table, update } from './fixtures';

/** A WebSocket whose other end is the test. */
class FakeSocket {
  readyState = 0;
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  says(message: unknown): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }

  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

let sockets: FakeSocket[];
let statuses: ConnectionStatus[];
let received: unknown[];
let failed: number;
let connection: Connection;

const last = () => sockets.at(-1)!;
const state = () => statuses.at(-1)?.state;

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, statuses, received, failed] = [[], [], [], 0];
  connection = new Connection({
    address: (since) => `ws://here/ws?since=${since}`,
    onMessage: (message) => received.push(message),
    onStatus: (status) => statuses.push(status),
    onFailedTry: () => (failed += 1),
    makeSocket: (address) => {
      const socket = new FakeSocket(address);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    random: () => 1,
  });
  connection.open();
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

test('a connection opens and delivers messages', () => {
  expect(state()).toBe('connecting');
  last().opens();
  expect(state()).toBe('open');
  last().says(table(3));
  expect(received).toEqual([table(3)]);
});

test('nothing is sent without a connection', () => {
  expect(connection.send({ type: 'refresh' })).toBe(false);
  last().opens();
  expect(connection.send({ type: 'refresh' })).toBe(true);
  expect(last().sent).toEqual([{ type: 'refresh' }]);
});

test('after a break it reconnects from the last known event', () => {
  last().opens();
  last().says(table(3));
  connection.setLastEvent(3);
  last().breaks();
  expect(state()).toBe('waiting');
  expect(statuses.at(-1)!.retryAt).toBe(Date.now() + 400);
  vi.advanceTimersByTime(400);
  expect(sockets).toHaveLength(2);
  expect(last().address).toContain('since=3');
  last().opens();
  last().says(update(4));
  expect(statuses.at(-1)).toEqual({ state: 'open', tries: 0, retryAt: null });
  expect(failed).toBe(0);
});

test.each([1001, 1012])('a server that stops (%i) is left for the next one at once', (code) => {
  last().opens();
  last().says(table(7));
  connection.setLastEvent(7);
  last().breaks(code);
  expect(state()).toBe('waiting');
  vi.advanceTimersByTime(400);
  expect(sockets.length).toBe(2);
  expect(last().address).toBe('ws://here/ws?since=7');
});

test('pauses grow up to a maximum', () => {
  expect([1, 2, 3, 10].map((tries) => pauseMs(tries, 1))).toEqual([400, 800, 1600, 10_000]);
  expect(pauseMs(10, 0)).toBe(6000);
});

test('each failed attempt is reported, and the next waits longer', () => {
  last().breaks();
  vi.advanceTimersByTime(400);
  last().breaks();
  expect(statuses.at(-1)).toMatchObject({ state: 'waiting', tries: 2 });
  vi.advanceTimersByTime(799);
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(sockets).toHaveLength(3);
  expect(failed).toBe(2);
});

test('a connection that does not open in time is dropped', () => {
  vi.advanceTimersByTime(8_000);
  expect(state()).toBe('waiting');
});

test('when the network comes back it retries at once', () => {
  last().breaks();
  window.dispatchEvent(new Event('online'));
  expect(sockets).toHaveLength(2);
});

test('a dead connection is detected when the page becomes visible', () => {
  last().opens();
  last().says(table(3));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(last().sent).toEqual([{ type: 'refresh' }]);
  vi.advanceTimersByTime(4_000);
  expect(state()).toBe('waiting');
});

test('a silent connection is probed, and dropped if it stays silent', () => {
  last().opens();
  last().says(table(3));
  vi.advanceTimersByTime(44_000);
  expect(last().sent).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(last().sent).toEqual([{ type: 'refresh' }]);
  last().says(table(3));
  vi.advanceTimersByTime(45_000);
  expect(last().sent).toHaveLength(2);
  expect(state()).toBe('open');
  vi.advanceTimersByTime(4_000);
  expect(state()).toBe('waiting');
});

test('a connection that answers is kept', () => {
  last().opens();
  document.dispatchEvent(new Event('visibilitychange'));
  last().says(table(3));
  vi.advanceTimersByTime(10_000);
  expect(sockets).toHaveLength(1);
  expect(state()).toBe('open');
});

test('messages of a dropped socket are ignored', () => {
  const first = last();
  first.opens();
  first.breaks();
  vi.advanceTimersByTime(400);
  first.says(table(3));
  expect(received).toEqual([]);
});

test('an unreadable message triggers a refresh', () => {
  last().opens();
  last().says('{"type"');
  expect(received).toEqual([]);
  expect(last().sent).toEqual([{ type: 'refresh' }]);
});

test('a final close code stops the retries', () => {
  last().opens();
  last().breaks(4404);
  expect(state()).toBe('closed');
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});

test("'too many' is retried", () => {
  last().opens();
  last().breaks(4429);
  expect(state()).toBe('waiting');
});

test('a closed connection stays closed', () => {
  last().opens();
  connection.close();
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});
