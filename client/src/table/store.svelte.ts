/**
 * One table as somebody sees it. Messages of the server go in, panels and board read what it holds.
 *
 * What is shown may lag a moment behind what is known: updates wait in line while the stage (board/stage.svelte.ts) plays
 * what happened. Whoever acts or skips sees everything at once.
 */

import { address, api, Wrong, type Theme } from '../api/http';
import { MAX_CHAT_LENGTH } from '../api/limits';
import type { Connection, LineStatus } from '../api/connection';
import { t, told } from '../i18n';
import { PROTOCOL } from '../api/messages';
import type {
  ChatLine,
  Decision,
  Geometry,
  Happening,
  Look,
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
import { byKind, soleKind, whereOf, type Where, type Wish } from './actions';
import { toasts } from '../app/toasts.svelte';
import { whole } from './expand';

/** A place of the island that can be chosen now, and the action that choosing it takes. */
export interface Choice {
  where: Where;
  number: number;
  wish: Wish;
}

/** Plays what happened. `reveal` shows how the table stands afterwards; it is called in any case in the end. */
export interface Stage {
  play(
    happened: readonly Happening[],
    before: Look,
    after: Look,
    reveal: () => void,
    waiting: number, // updates that are in line behind: the more, the faster it plays
  ): Promise<void>;
  skip(): void;
}

/** A request that the server has not answered yet. */
export interface Pending {
  request: number;
  action: string | null; // null: an undo
  decision: number;
}

/** An update, and when it came, in milliseconds since 1970. */
type Come = Update & { at: number };

const STORY = 1000; // happenings that are kept
const ANSWER_MS = 8_000;
const MOST_WAITING = 12; // updates in line; beyond that nobody wants to watch them all
const MOST_BEHIND = 3; // updates in line; beyond that they are shown without being played

export class TableStore {
  room = $state.raw<Room | null>(null);
  geometry = $state.raw<Geometry | null>(null);
  look = $state.raw<Look | null>(null);
  decision = $state.raw<Decision | null>(null);
  story = $state.raw<readonly Happening[]>([]);
  chat = $state.raw<readonly ChatLine[]>([]);
  event = $state(-1); // the last event that is known
  line = $state.raw<LineStatus>({ state: 'connecting', tries: 0, retryAt: null });
  pending = $state.raw<Pending | null>(null);
  granted = $state(0); // the last request that was not in vain
  isMissing = $state(false); // there is no such game
  isOutdated = $state(false); // the server speaks another protocol
  lookedAt = $state(0); // when `look` arrived, in milliseconds since 1970: its clocks count from there
  chosen = $state<string | null>(null); // the kind of action whose places shall be lit, as `byKind` names them

  stage: Stage | null = null;
  private connection: Connection | null = null;
  private waiting: Come[] = [];
  private playing: Come | null = null;
  private shown = -1; // the event after which the table looks as it is shown
  private requests = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    readonly seatWanted: number | null = null, // pass-and-play: which seat to look from
  ) {}

  // --- what panels ask -----------------------------------------------------------------------------------------------

  you = $derived(this.room?.you ?? null);
  seats: readonly Seat[] = $derived(this.room?.seats ?? []);
  /** Your own seat as it can be seen, if you sit. */
  own: SeatView | null = $derived(this.look?.seats.find((one) => one.seat === this.you) ?? null);
  isAwaited = $derived(this.decision?.is_awaited ?? false);
  isOver = $derived(this.room?.status === 'over');
  isConnected = $derived(this.line.state === 'open');
  /** Whether something that you asked for is under way: buttons wait. */
  isBusy = $derived(this.pending !== null);
  kinds: ReadonlyMap<string, Wish[]> = $derived(byKind(this.decision?.actions ?? []));
  /** Whether an offer asks you for what you do not have: the server refuses it for you, except around one screen. */
  isSpared = $derived.by(() => {
    const people = this.seats.filter((seat) => seat.kind === 'person').length;
    const isShared = (this.room?.settings.is_hotseat ?? false) && people > 1;
    return this.kinds.has('refuse') && !this.kinds.has('accept') && !isShared;
  });
  /** Whether you are to be called: something is expected that only you can say. */
  isCalled = $derived(this.isAwaited && !this.isSpared);
  /** The kind of action whose places are lit: the only one there is, or the one that was chosen. */
  litKind: string | null = $derived.by(() => {
    const sole = soleKind(this.kinds as Map<string, Wish[]>);
    return this.chosen !== null && this.kinds.has(this.chosen) ? this.chosen : sole;
  });
  /** The places that are lit, for the board. */
  choices: readonly Choice[] = $derived.by(() => {
    const kind = this.litKind;
    const where = kind === null || this.pending ? null : whereOf(kind);
    if (kind === null || where === null) return [];
    const wishes = this.kinds.get(kind) ?? [];
    return wishes.flatMap((wish) => (wish.place === null ? [] : [{ where, number: wish.place, wish }]));
  });

  /** The address of the island's drawing. */
  islandAt: (theme: Theme) => string = (theme) => address.island(this.game, theme);

  seat(seat: number | null): Seat | null {
    return this.seats.find((one) => one.seat === seat) ?? null;
  }

  /** The name of a seat, or of its colour if nobody sits there. */
  nameOf(seat: number | null): string {
    const { name, colour } = this.seat(seat) ?? {};
    return name || (colour ? told(`names.${colour}`, {}, colour) : '');
  }

  // --- what panels do ------------------------------------------------------------------------------------------------

  /** Light the places of a kind of action; the same kind again, or null, puts them out. */
  choose(kind: string | null): void {
    this.chosen = this.chosen === kind ? null : kind;
  }

  /** Take an action of the decision, as the notation writes it. False if it cannot be sent now. */
  act(action: string): boolean {
    const decision = this.decision;
    if (!decision || this.pending) return false;
    this.hurry();
    return this.ask(action, decision.id, (request) => ({ type: 'act', decision: decision.id, action, request }));
  }

  /** Take the last placement back; the server says why if that cannot be. */
  undo(): boolean {
    if (!this.decision || this.pending) return false;
    return this.ask(null, this.decision.id, (request) => ({ type: 'undo', request }));
  }

  /** Say something; it is shown when it comes back. */
  say(text: string): boolean {
    const words = text.trim().slice(0, MAX_CHAT_LENGTH);
    if (!words) return false;
    return this.sent({ type: 'say', text: words, request: ++this.requests });
  }

  /** Ask a computer player why it answered an offer as it did; it says so in the chat. */
  wonder(seat: number): boolean {
    return this.sent({ type: 'ask', seat, request: ++this.requests });
  }

  /** Set the pace of the computer players, for the whole table; the host may. */
  setPace(pace: Pace): boolean {
    return this.sent({ type: 'pace', pace, request: ++this.requests });
  }

  /** Come in anew, with the seat that has just been taken. */
  comeAgain(): void {
    this.connection?.comeAgain();
  }

  /** Ask for everything anew. */
  refresh(): void {
    this.connection?.send({ type: 'refresh' });
  }

  /** Try to connect again at once. */
  retry(): void {
    this.connection?.retry();
  }

  /** Ask which rule forbids an action; null if none does or nobody could be asked. */
  async why(action: string): Promise<Why | null> {
    try {
      return await api.why(this.game, action, this.seatWanted);
    } catch (error) {
      if (error instanceof Wrong) toasts.show(error.message, 'bad', error.rule);
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
    this.connection?.prove(); // the line may be dead without knowing it
  }

  private answered(): void {
    clearTimeout(this.timer);
    this.pending = null;
  }

  // --- the line ------------------------------------------------------------------------------------------------------

  /** Speak over this line. */
  use(connection: Connection): void {
    this.connection = connection;
  }

  onStatus = (status: LineStatus): void => {
    this.line = status;
    if (status.state !== 'open') this.answered(); // what became of it, the next table tells
  };

  /** Find out why there is no line: a game that does not exist is not asked for again and again. */
  onFailedTry = async (): Promise<void> => {
    try {
      const table = await api.table(this.game, this.seatWanted);
      this.isOutdated = table.protocol !== PROTOCOL;
      if (this.event < table.event) this.apply(table);
    } catch (error) {
      if (error instanceof Wrong && error.code === 'unknown_game') {
        this.isMissing = true;
        this.connection?.close();
      }
    }
  };

  close(): void {
    this.hurry();
    clearTimeout(this.timer);
    this.connection?.close();
    this.connection = null;
  }

  // --- what the server says ------------------------------------------------------------------------------------------

  apply = (message: ServerMessage): void => {
    switch (message.type) {
      case 'table':
        return this.onTable(message);
      case 'update':
        return this.onUpdate({ ...whole(message), at: Date.now() });
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
    this.hurry();
    this.shown = table.event;
    this.story = this.room?.you === table.room.you ? joined(this.story, table.story, this.event) : table.story;
    this.room = table.room;
    this.geometry = table.geometry ?? this.geometry;
    this.chat = table.chat;
    this.knows(table.event);
    this.answered();
    this.show(table.look, table.decision, Date.now());
  }

  private onUpdate(update: Come): void {
    if (update.event === this.event) this.setClocks(update);
    if (update.event <= this.event) return; // it was told before the line broke
    this.knows(update.event);
    this.settle(update);
    this.waiting.push(update);
    if (this.waiting.length > MOST_WAITING) this.hurry();
    else void this.playOn();
  }

  private onRoom(event: number, room: Room): void {
    const begins = this.room?.status === 'lobby' && room.status === 'playing' && this.geometry === null;
    this.room = room;
    this.knows(Math.max(event, this.event));
    if (begins) this.refresh(); // the island is told with a whole table only
  }

  private onChat(line: ChatLine): void {
    if (this.chat.some((one) => one.event === line.event)) return;
    this.chat = [...this.chat, line];
    this.knows(Math.max(line.event, this.event));
  }

  private onRefused(refused: Refused): void {
    if (refused.reply_to !== null && refused.reply_to === this.pending?.request) this.answered();
    if (refused.code === 'unknown_game')
      this.isMissing = true; // a whole page says so
    else toasts.show(refused.message, 'bad', refused.rule);
  }

  /** A request is answered when the decision is another, or when what you did has happened. */
  private settle(update: Come): void {
    const pending = this.pending;
    if (!pending) return;
    const isYours = update.happened.some((one) => one.seat === this.you || one.is_undone);
    if (!isYours && update.decision?.id === pending.decision) return;
    this.granted = pending.request;
    this.answered();
  }

  private knows(event: number): void {
    this.event = event;
    this.connection?.knows(event);
  }

  private show(look: Look | null, decision: Decision | null, at: number): void {
    if (decision?.id !== this.decision?.id) this.chosen = null;
    this.look = look;
    this.decision = decision;
    this.lookedAt = at;
  }

  /** Clocks may have stood still while the line was broken, though nothing happened: nobody's run while all are away. */
  private setClocks({ look, at }: Come): void {
    if (!this.look) return;
    const left = new Map(look.seats.map((seat) => [seat.seat, seat.clock_s]));
    const seats = this.look.seats.map((seat) => ({ ...seat, clock_s: left.get(seat.seat) ?? null }));
    this.look = { ...this.look, seats, deadline_s: look.deadline_s };
    this.lookedAt = at;
  }

  // --- one update after the other ------------------------------------------------------------------------------------

  /** Show everything that is known now, without playing it. */
  hurry(): void {
    const unseen = this.playing ? [this.playing, ...this.waiting] : this.waiting;
    this.waiting = [];
    unseen.forEach((update) => this.reveal(update));
    this.stage?.skip();
  }

  private async playOn(): Promise<void> {
    if (this.playing) return;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      this.playing = next;
      try {
        await this.playOne(next);
      } catch (error) {
        console.error(error); // what cannot be played is shown all the same
      }
      this.playing = null;
      this.reveal(next);
    }
  }

  private async playOne(update: Come): Promise<void> {
    const before = this.look;
    const reveal = () => this.reveal(update);
    const isBehind = this.waiting.length > (this.room?.settings.pace === 'instant' ? 0 : MOST_BEHIND);
    if (this.stage && before && !isBehind) {
      await this.stage.play(update.happened, before, update.look, reveal, this.waiting.length);
    }
  }

  /** Show how the table stood after an update, unless something later is shown already. */
  private reveal(update: Come): void {
    if (update.event <= this.shown) return;
    this.shown = update.event;
    this.story = [...this.story, ...update.happened].slice(-STORY);
    this.show(update.look, update.decision, update.at);
  }
}

/** A story with what was told of it before, which a table tells only the end of; not where something is missing between. */
function joined(before: readonly Happening[], told: readonly Happening[], known: number): readonly Happening[] {
  const first = told[0]?.event;
  if (first === undefined || first > known + 1) return told;
  return [...before.filter((one) => one.event < first), ...told].slice(-STORY);
}
