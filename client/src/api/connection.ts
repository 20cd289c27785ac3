/**
 * The connection to a table: a WebSocket that reconnects by itself.
 *
 * It retries after growing pauses, and at once when the network or the page comes back. It sends the last known event, so
 * that the server sends what was missed. A connection that looks open but has been silent is probed from time to time
 * and when the page becomes visible, because laptops that slept do not notice that theirs is dead.
 */

import type { ClientMessage, ServerMessage } from './messages';

/** The state of the connection: `waiting` is between two attempts, `closed` is final. */
export type ConnectionState = 'connecting' | 'open' | 'waiting' | 'closed';

export interface ConnectionStatus {
  state: ConnectionState;
  tries: number; // failed attempts since the connection was last open
  retryAt: number | null; // when the next attempt is made, in milliseconds since 1970
}

export interface ConnectionOptions {
  address: (since: number | null) => string;
  onMessage: (message: ServerMessage) => void;
  onStatus: (status: ConnectionStatus) => void;
  /** An attempt failed before any message came: a chance to ask why over HTTP. */
  onFailedTry?: () => void;
  makeSocket?: (address: string) => WebSocket;
  random?: () => number;
}

const FIRST_PAUSE_MS = 400;
const MAX_PAUSE_MS = 10_000;
const QUIET_MS = 45_000; // silence after which the connection is probed
const PROBE_MS = 4_000; // how long a probe may stay unanswered
const OPENING_MS = 8_000; // how long a connection may take to open
const TOO_MANY = 4429; // the server's code for too many connections

/** The pause before an attempt: doubled after each failure, with a random part so that clients do not return all at once. */
export function pauseMs(tries: number, luck: number): number {
  const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, tries - 1));
  return Math.round(longest * (0.6 + 0.4 * luck));
}

export class Connection {
  private socket: WebSocket | null = null;
  private since: number | null = null;
  private tries = 0;
  private hasReceived = false; // whether this socket has received anything
  private timer: ReturnType<typeof setTimeout> | undefined;
  private probeTimer: ReturnType<typeof setTimeout> | undefined;
  private receivedAt = 0; // when the last message came, in milliseconds since 1970
  private stopListening: (() => void) | null = null;
  private state: ConnectionState = 'closed';

  constructor(private readonly options: ConnectionOptions) {}

  /** Open the connection and keep it open until `close`. */
  open(): void {
    if (this.stopListening) return;
    this.stopListening = this.listen();
    this.connect();
  }

  /** Close the connection for good. */
  close(): void {
    this.stopListening?.();
    this.stopListening = null;
    this.drop();
    this.setState('closed');
  }

  /** Set the last known event, from which to continue after a break; null requests everything. */
  setLastEvent(event: number | null): void {
    this.since = event;
  }

  /** Send a message; returns false if there is no connection (it is not sent later). */
  send(message: ClientMessage): boolean {
    if (this.state !== 'open' || this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Reconnect: after taking a seat the server treats this client as someone else. */
  reconnect(): void {
    if (!this.stopListening) return;
    this.since = null;
    this.connect();
  }

  /** Retry now. */
  retry(): void {
    if (this.state === 'waiting') this.connect();
  }

  /** Probe a connection that may be dead: request everything, and reconnect if nothing comes. */
  probe(): void {
    if (this.state === 'waiting') this.connect();
    else if (this.state === 'open' && this.probeTimer === undefined && this.send({ type: 'refresh' })) {
      this.probeTimer = setTimeout(() => this.onLost(), PROBE_MS);
    }
  }

  private connect(): void {
    this.drop();
    this.setState('connecting');
    const make = this.options.makeSocket ?? ((address) => new WebSocket(address));
    const socket = make(this.options.address(this.since));
    this.socket = socket;
    this.hasReceived = false;
    this.timer = setTimeout(() => this.onLost(), OPENING_MS);
    socket.onopen = () => {
      clearTimeout(this.timer);
      this.receivedAt = Date.now();
      this.setState('open');
    };
    socket.onmessage = (event: MessageEvent<unknown>) => this.onData(event.data);
    socket.onclose = (event) => this.onLost(event.code);
  }

  private onData(text: unknown): void {
    clearTimeout(this.probeTimer);
    this.probeTimer = undefined;
    this.hasReceived = true;
    this.receivedAt = Date.now();
    if (this.tries > 0) {
      this.tries = 0;
      this.setState('open');
    }
    const message = read(text);
    if (message) this.options.onMessage(message);
    else this.probe(); // an unreadable message may have been important
  }

  private onLost(code?: number): void {
    const hadReceived = this.hasReceived;
    this.drop();
    if (code !== undefined && isFinal(code)) {
      this.close();
      return;
    }
    this.tries += 1;
    const pause = pauseMs(this.tries, (this.options.random ?? Math.random)());
    this.timer = setTimeout(() => this.connect(), pause);
    this.setState('waiting', Date.now() + pause);
    if (!hadReceived) this.options.onFailedTry?.();
  }

  /** Drop the socket and its timers. */
  private drop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.probeTimer);
    this.probeTimer = undefined;
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private setState(state: ConnectionState, retryAt: number | null = null): void {
    this.state = state;
    this.options.onStatus({ state, tries: this.tries, retryAt });
  }

  private listen(): () => void {
    const onNetwork = () => this.probe(); // a server on the same machine is reachable even without a network
    const onVisible = () => {
      if (document.visibilityState === 'visible') this.probe();
    };
    const onTime = () => {
      if (this.state === 'open' && Date.now() - this.receivedAt >= QUIET_MS) onVisible();
    };
    const timer = setInterval(onTime, QUIET_MS / 3);
    addEventListener('online', onNetwork);
    addEventListener('offline', onNetwork);
    addEventListener('pageshow', onVisible);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      removeEventListener('online', onNetwork);
      removeEventListener('offline', onNetwork);
      removeEventListener('pageshow', onVisible);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }
}

/** Whether a close code is final. The server's codes are 4000 plus the HTTP status of the same meaning. */
function isFinal(code: number): boolean {
  return code >= 4400 && code < 4500 && code !== TOO_MANY;
}

function read(text: unknown): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(String(text));
    return typeof message === 'object' && message !== null && 'type' in message ? (message as ServerMessage) : null;
  } catch {
    return null;
  }
}
