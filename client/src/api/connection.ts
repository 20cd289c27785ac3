/**
 * The line to a table: a WebSocket that comes back by itself.
 *
 * It tries again after growing pauses, at once when the network or the page comes back, and tells the server the last
 * event it knows, so that what was missed is sent after it. A line that looks open but has been silent is tested from time
 * to time and when the page is looked at again, because laptops that slept do not notice that theirs is dead.
 */

import type { ClientMessage, ServerMessage } from './messages';

/** How the line stands: `waiting` is between two tries, `closed` is for good. */
export type ConnectionState = 'connecting' | 'open' | 'waiting' | 'closed';

export interface ConnectionStatus {
  state: ConnectionState;
  tries: number; // that failed since the line was last open
  retryAt: number | null; // when the next try is made, in milliseconds since 1970
}

export interface ConnectionOptions {
  address: (since: number | null) => string;
  onMessage: (message: ServerMessage) => void;
  onStatus: (status: ConnectionStatus) => void;
  /** A try failed before anything came: a chance to ask why in another way. */
  onFailedTry?: () => void;
  makeSocket?: (address: string) => WebSocket;
  random?: () => number;
}

const FIRST_PAUSE_MS = 400;
const MAX_PAUSE_MS = 10_000;
const QUIET_MS = 45_000; // silence after which a line is tested
const PROOF_MS = 4_000; // how long a line that is tested may be silent
const OPENING_MS = 8_000; // how long a line may take to open
const TOO_MANY = 4429; // the server says: not so fast

/** The pause before a try, after so many that failed: doubling, with some luck so that not everybody returns at once. */
export function pauseMs(tries: number, luck: number): number {
  const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, tries - 1));
  return Math.round(longest * (0.6 + 0.4 * luck));
}

export class Connection {
  private socket: WebSocket | null = null;
  private since: number | null = null;
  private tries = 0;
  private hasSpoken = false; // whether this socket has brought anything
  private timer: ReturnType<typeof setTimeout> | undefined;
  private proof: ReturnType<typeof setTimeout> | undefined;
  private heardAt = 0; // when anything last came, in milliseconds since 1970
  private stopListening: (() => void) | null = null;
  private state: ConnectionState = 'closed';

  constructor(private readonly options: ConnectionOptions) {}

  /** Open the line and keep it open until `close`. */
  open(): void {
    if (this.stopListening) return;
    this.stopListening = this.listen();
    this.connect();
  }

  /** Close the line for good. */
  close(): void {
    this.stopListening?.();
    this.stopListening = null;
    this.drop();
    this.setState('closed');
  }

  /** Remember the last event that is known, to go on from there after a break; null asks for everything. */
  setLastEvent(event: number | null): void {
    this.since = event;
  }

  /** Send a message; false if there is no line, and then nothing is sent later either. */
  send(message: ClientMessage): boolean {
    if (this.state !== 'open' || this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Come in anew: somebody who has just taken a seat is somebody else to the server. */
  reconnect(): void {
    if (!this.stopListening) return;
    this.since = null;
    this.connect();
  }

  /** Try again at once. */
  retry(): void {
    if (this.state === 'waiting') this.connect();
  }

  /** Test a line that may be dead without knowing it: ask for everything, and give up on silence. */
  probe(): void {
    if (this.state === 'waiting') this.connect();
    else if (this.state === 'open' && this.proof === undefined && this.send({ type: 'refresh' })) {
      this.proof = setTimeout(() => this.onLost(), PROOF_MS);
    }
  }

  private connect(): void {
    this.drop();
    this.setState('connecting');
    const make = this.options.makeSocket ?? ((address) => new WebSocket(address));
    const socket = make(this.options.address(this.since));
    this.socket = socket;
    this.hasSpoken = false;
    this.timer = setTimeout(() => this.onLost(), OPENING_MS);
    socket.onopen = () => {
      clearTimeout(this.timer);
      this.heardAt = Date.now();
      this.setState('open');
    };
    socket.onmessage = (event: MessageEvent<unknown>) => this.onData(event.data);
    socket.onclose = (event) => this.onLost(event.code);
  }

  private onData(text: unknown): void {
    clearTimeout(this.proof);
    this.proof = undefined;
    this.hasSpoken = true;
    this.heardAt = Date.now();
    if (this.tries > 0) {
      this.tries = 0;
      this.setState('open');
    }
    const message = read(text);
    if (message) this.options.onMessage(message);
    else this.probe(); // what cannot be read may have been important
  }

  private onLost(code?: number): void {
    const hadSpoken = this.hasSpoken;
    this.drop();
    if (code !== undefined && isFinal(code)) {
      this.close();
      return;
    }
    this.tries += 1;
    const pause = pauseMs(this.tries, (this.options.random ?? Math.random)());
    this.timer = setTimeout(() => this.connect(), pause);
    this.setState('waiting', Date.now() + pause);
    if (!hadSpoken) this.options.onFailedTry?.();
  }

  /** Let go of the socket and of everything that waits for it. */
  private drop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.proof);
    this.proof = undefined;
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
    const onNetwork = () => this.probe(); // a server on the same machine is there even when the network is not
    const onVisible = () => {
      if (document.visibilityState === 'visible') this.probe();
    };
    const onTime = () => {
      if (this.state === 'open' && Date.now() - this.heardAt >= QUIET_MS) onVisible();
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

/** Whether the server says: do not come back. Its codes are 4000 and the status of HTTP that says the same. */
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
