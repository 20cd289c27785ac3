/**
 * One table from one seat's view. Messages of the server go in; components read the state. What is shown may lag behind
 * what is known: updates queue while the animator (board/animator.svelte.ts) plays. Acting or skipping shows everything.
 */

import type { Connection, ConnectionStatus } from '../api/connection';
import { address, api, RequestError, type Theme } from '../api/http';
import { MAX_CHAT_LENGTH } from '../api/limits';
import { PROTOCOL } from '../api/messages';
import type {
  ChatLine,
  Decision,
  Geometry,
  LogEntry,
  Snapshot,
  Pace,
  Refused,
  Room,
  Seat,
  SeatView,
  ServerMessage,
  Table,
  Update,
  Why,
} from '../api/messages';
import { toasts } from '../app/toasts.svelte';
import { t, tOr } from '../i18n';
import { byKind, soleKind, whereOf, type Where, type ParsedAction } from './actions';
import { appendToLog, joinLogs } from './events';
import { expandUpdate } from './expand';

/** A place that can be chosen now, and the action it stands for. */
export interface Choice {
  where: Where;
  number: number;
  action: ParsedAction;
}

/** Animates what happened. `reveal` shows the table after it; it is always called in the end. */
export interface Animator {
  play(
    happened: readonly LogEntry[],
    before: Snapshot,
    after: Snapshot,
    reveal: () => void,
    waiting: number, // updates in the queue: the more, the faster it plays
  ): Promise<void>;
  skip(): void;
}

/** A request without an answer yet. */
export interface Pending {
  request: number;
  action: string | null; // null: an undo
  decision: number;
}

/** An update, and when it arrived, in milliseconds since 1970. */
type TimedUpdate = Update & { at: number };

const ANSWER_MS = 8_000;
const MAX_WAITING = 12; // updates in the queue; beyond that all are shown at once
const MAX_BEHIND = 3; // updates in the queue; beyond that they are shown without animation

export class TableStore {
  room = $state.raw<Room | null>(null);
  geometry = $state.raw<Geometry | null>(null);
  snapshot = $state.raw<Snapshot | null>(null);
  decision = $state.raw<Decision | null>(null);
  log = $state.raw<readonly LogEntry[]>([]);
  chat = $state.raw<readonly ChatLine[]>([]);
  event = $state(-1); // the last known event
  connectionStatus = $state.raw<ConnectionStatus>({ state: 'connecting', tries: 0, retryAt: null });
  pending = $state.raw<Pending | null>(null);
  confirmed = $state(0); // the last request that succeeded
  isMissing = $state(false); // the game does not exist
  isOutdated = $state(false); // the server speaks another protocol
  snapshotAt = $state(0); // when `snapshot` arrived, in milliseconds since 1970: its clocks count from there
  chosen = $state<string | null>(null); // the kind of action whose places are lit, as `byKind` names it

  animator: Animator | null = null;
  private connection: Connection | null = null;
  private waiting: TimedUpdate[] = [];
  private playing: TimedUpdate | null = null;
  private shown = -1; // the last event that is shown
  private requests = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    readonly seatWanted: number | null = null, // pass-and-play: which seat's view
  ) {}

  // --- state for components --------------------------------------------------------------------------------------------

  you = $derived(this.room?.you ?? null);
  seats: readonly Seat[] = $derived(this.room?.seats ?? []);
  /** Your own seat; null if you only watch. */
  own: SeatView | null = $derived(this.snapshot?.seats.find((one) => one.seat === this.you) ?? null);
  isAwaited = $derived(this.decision?.is_awaited ?? false);
  isOver = $derived(this.room?.status === 'over');
  isConnected = $derived(this.connectionStatus.state === 'open');
  /** Whether a request is pending; buttons are disabled meanwhile. */
  isBusy = $derived(this.pending !== null);
  /** Whether an offer asks for cards that you lack, so that the server refuses it for you. */
  isAutoRefused = $derived(this.decision?.is_auto_refused ?? false);
  /** Whether only one answer is possible, so that the server gives it for you. */
  isAutomatic = $derived(this.decision?.is_automatic ?? false);
  kinds: ReadonlyMap<string, ParsedAction[]> = $derived(byKind(this.isAutomatic ? [] : (this.decision?.actions ?? [])));
  /** Whether you have to decide something. */
  isPrompted = $derived(this.isAwaited && !this.isAutoRefused && !this.isAutomatic);
  /** The kind of action whose places are lit: the chosen one, or the only one. */
  litKind: string | null = $derived.by(() => {
    const sole = soleKind(this.kinds as Map<string, ParsedAction[]>);
    return this.chosen !== null && this.kinds.has(this.chosen) ? this.chosen : sole;
  });
  /** The places that are lit on the board. */
  choices: readonly Choice[] = $derived.by(() => {
    const kind = this.litKind;
    const where = kind === null || this.pending ? null : whereOf(kind);
    if (kind === null || where === null) return [];
    const actions = this.kinds.get(kind) ?? [];
    return actions.flatMap((action) => (action.place === null ? [] : [{ where, number: action.place, action }]));
  });

  /** The address of the island's drawing. */
  islandAt: (theme: Theme) => string = (theme) => address.island(this.game, theme);

  seat(seat: number | null): Seat | null {
    return this.seats.find((one) => one.seat === seat) ?? null;
  }

  /** The name of the player in a seat, or its colour if it is empty. */
  nameOf(seat: number | null): string {
    const { name, colour } = this.seat(seat) ?? {};
    return name || (colour ? tOr(`names.${colour}`, {}, colour) : '');
  }

  // --- requests --------------------------------------------------------------------------------------------------------

  /** Light the places of a kind of action; the same kind again, or null, clears them. */
  choose(kind: string | null): void {
    this.chosen = this.chosen === kind ? null : kind;
  }

  /** Take an action, in notation. Returns false if it cannot be sent now. */
  act(action: string): boolean {
    const decision = this.decision;
    if (!decision || this.pending) return false;
    this.skipAnimations();
    return this.ask(action, decision.id, (request) => ({ type: 'act', decision: decision.id, action, request }));
  }

  /** Undo the last placement; the server refuses with a reason if it cannot be undone. */
  undo(): boolean {
    if (!this.decision || this.pending) return false;
    return this.ask(null, this.decision.id, (request) => ({ type: 'undo', request }));
  }

  /** Send a chat message; it is shown when the server echoes it. */
  say(text: string): boolean {
    const line = text.trim().slice(0, MAX_CHAT_LENGTH);
    if (!line) return false;
    return this.sent({ type: 'say', text: line, request: ++this.requests });
  }

  /** Ask a bot why it answered an offer as it did; it replies in the chat. */
  askReason(seat: number): boolean {
    return this.sent({ type: 'ask', seat, request: ++this.requests });
  }

  /** Set the pace of the bots for the whole table (host only). */
  setPace(pace: Pace): boolean {
    return this.sent({ type: 'pace', pace, request: ++this.requests });
  }

  /** Reconnect, with the seat that was just taken. */
  reconnect(): void {
    this.connection?.reconnect();
  }

  /** Request the full table. */
  refresh(): void {
    this.connection?.send({ type: 'refresh' });
  }

  /** Retry the connection now. */
  retry(): void {
    this.connection?.retry();
  }

  /** Ask which rule forbids an action; null if the server cannot be reached. */
  async why(action: string): Promise<Why | null> {
    try {
      return await api.why(this.game, action, this.seatWanted);
    } catch (error) {
      if (error instanceof RequestError) toasts.show(error.message, 'bad', error.rule);
      return null;
    }
  }

  private ask(
    action: string | null,
    decision: number,
    write: (request: number) => Parameters<Connection['send']>[0],
  ): boolean {
    const request = ++this.requests;
    if (!this.sent(write(request))) return false;
    this.pending = { request, action, decision };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.unanswered(request), ANSWER_MS);
    return true;
  }

  private sent(message: Parameters<Connection['send']>[0]): boolean {
    if (this.connection?.send(message)) return true;
    toasts.show(t('table.not_sent'), 'bad');
    return false;
  }

  private unanswered(request: number): void {
    if (this.pending?.request !== request) return;
    this.answered();
    toasts.show(t('table.no_answer'));
    this.connection?.probe(); // the connection may be dead without a sign
  }

  private answered(): void {
    clearTimeout(this.timer);
    this.pending = null;
  }

  // --- the connection --------------------------------------------------------------------------------------------------

  /** Send over this connection. */
  use(connection: Connection): void {
    this.connection = connection;
  }

  onStatus = (status: ConnectionStatus): void => {
    this.connectionStatus = status;
    if (status.state !== 'open') this.answered(); // the next full table shows what became of it
  };

  /** Find out why there is no connection: a game that does not exist is not retried. */
  onFailedTry = async (): Promise<void> => {
    try {
      const table = await api.table(this.game, this.seatWanted);
      this.isOutdated = table.protocol !== PROTOCOL;
      if (this.event < table.event) this.apply(table);
    } catch (error) {
      if (error instanceof RequestError && error.code === 'unknown_game') {
        this.isMissing = true;
        this.connection?.close();
      }
    }
  };

  close(): void {
    this.skipAnimations();
    clearTimeout(this.timer);
    this.connection?.close();
    this.connection = null;
  }

  // --- messages of the server ------------------------------------------------------------------------------------------

  apply = (message: ServerMessage): void => {
    switch (message.type) {
      case 'table':
        return this.onTable(message);
      case 'update':
        return this.onUpdate({ ...expandUpdate(message), at: Date.now() });
      case 'room':
        return this.onRoom(message.event, message.room);
      case 'chat':
        return this.onChat(message.line);
      case 'refused':
        return this.onRefused(message);
    }
  };

  private onTable(table: Table): void {
    this.isOutdated = table.protocol !== PROTOCOL;
    this.skipAnimations();
    this.shown = table.event;
    this.log = this.room?.you === table.room.you ? joinLogs(this.log, table.log, this.event) : table.log;
    this.room = table.room;
    this.geometry = table.geometry ?? this.geometry;
    this.chat = table.chat;
    this.setLastEvent(table.event);
    this.answered();
    this.show(table.snapshot, table.decision, Date.now());
  }

  private onUpdate(update: TimedUpdate): void {
    if (update.event === this.event) this.setClocks(update);
    if (update.event <= this.event) return; // already known from before the connection broke
    this.setLastEvent(update.event);
    this.resolvePending(update);
    this.waiting.push(update);
    if (this.waiting.length > MAX_WAITING) this.skipAnimations();
    else void this.playQueue();
  }

  private onRoom(event: number, room: Room): void {
    const begins = this.room?.status === 'lobby' && room.status === 'playing' && this.geometry === null;
    this.room = room;
    this.setLastEvent(Math.max(event, this.event));
    if (begins) this.refresh(); // only a full table contains the island
  }

  private onChat(line: ChatLine): void {
    if (this.chat.some((one) => one.event === line.event)) return;
    this.chat = [...this.chat, line];
    this.setLastEvent(Math.max(line.event, this.event));
  }

  private onRefused(refused: Refused): void {
    if (refused.reply_to !== null && refused.reply_to === this.pending?.request) this.answered();
    if (refused.code === 'unknown_game')
      this.isMissing = true; // shown as a page of its own
    else toasts.show(refused.message, 'bad', refused.rule);
  }

  /** A request is answered when the decision changed, or when your action has happened. */
  private resolvePending(update: TimedUpdate): void {
    const pending = this.pending;
    if (!pending) return;
    const isYours = update.log.some((one) => one.seat === this.you || one.is_undone);
    if (!isYours && update.decision?.id === pending.decision) return;
    this.confirmed = pending.request;
    this.answered();
  }

  private setLastEvent(event: number): void {
    this.event = event;
    this.connection?.setLastEvent(event);
  }

  private show(snapshot: Snapshot | null, decision: Decision | null, at: number): void {
    if (decision?.id !== this.decision?.id) this.chosen = null;
    this.snapshot = snapshot;
    this.decision = decision;
    this.snapshotAt = at;
  }

  /** Correct the clocks: they stop while everybody is disconnected, without an event. */
  private setClocks({ snapshot, at }: TimedUpdate): void {
    if (!this.snapshot) return;
    const left = new Map(snapshot.seats.map((seat) => [seat.seat, seat.clock_s]));
    const seats = this.snapshot.seats.map((seat) => ({ ...seat, clock_s: left.get(seat.seat) ?? null }));
    this.snapshot = { ...this.snapshot, seats, deadline_s: snapshot.deadline_s };
    this.snapshotAt = at;
  }

  // --- the queue of updates --------------------------------------------------------------------------------------------

  /** Show everything known, without animation. */
  skipAnimations(): void {
    const unseen = this.playing ? [this.playing, ...this.waiting] : this.waiting;
    this.waiting = [];
    unseen.forEach((update) => this.reveal(update));
    this.animator?.skip();
  }

  private async playQueue(): Promise<void> {
    if (this.playing) return;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      this.playing = next;
      try {
        await this.playOne(next);
      } catch (error) {
        console.error(error); // what cannot be animated is shown all the same
      }
      this.playing = null;
      this.reveal(next);
    }
  }

  private async playOne(update: TimedUpdate): Promise<void> {
    const before = this.snapshot;
    const reveal = () => this.reveal(update);
    const isBehind = this.waiting.length > (this.room?.settings.pace === 'instant' ? 0 : MAX_BEHIND);
    if (this.animator && before && !isBehind) {
      await this.animator.play(update.log, before, update.snapshot, reveal, this.waiting.length);
    }
  }

  /** Show the table after an update, unless a later one is already shown. */
  private reveal(update: TimedUpdate): void {
    if (update.event <= this.shown) return;
    this.shown = update.event;
    this.log = appendToLog(this.log, update.log);
    this.show(update.snapshot, update.decision, update.at);
  }
}
