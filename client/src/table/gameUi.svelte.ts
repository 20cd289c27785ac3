/** The UI state of a table: which sheet is open, hints, and offers that are refused automatically. */

import { getContext, onDestroy, setContext, untrack } from 'svelte';

import { api } from '../api/http';
import type { FormView, Meta, OfferView, Why } from '../api/messages';
import { load, save } from '../app/storage';
import { toasts } from '../app/toasts.svelte';
import { seatStyleOf, type SeatStyle } from '../art/seatStyle';
import { SEAT_NAMES } from '../art/shapes';
import { colourName, formatList, currentLanguage, t } from '../i18n';
import { optionOf } from '../ruleset/options';
import { whereOf } from './actions';
import type { Placed } from './events';
import { Hint } from './hint.svelte';
import { Refusals, formatTerms, type Refused } from './offers';
import type { Choice, TableStore } from './store.svelte';

/** A sheet over the table. */
export type Sheet =
  'trade' | 'bundle' | 'plenty' | 'monopoly' | 'duel' | 'help' | 'all' | 'end' | 'cards' | `card-${string}`;

/** The answer to 'Why can't I?', and the button it belongs to. */
export interface WhyNote {
  title: string;
  rule: string | null;
  message: string;
  by: DOMRect;
  isHint: boolean;
}

/** Kinds of action whose buttons are marked, and places of the island with a ring. */
export interface Pointed {
  kinds: readonly string[];
  places: readonly Pick<Placed, 'where' | 'number'>[];
}

const MIN_MS = 800; // before an automatic refusal; at most twice that
const KEY = Symbol('gameUi');
const TRADES = ['offer', 'propose', 'counter', 'bank', 'withdraw', 'deal', 'take'];
const metas = new Map<string, Promise<Meta>>(); // by language

/** Load the metadata once per language; retried if it failed. */
function loadMeta(): Promise<Meta> {
  const language = currentLanguage();
  const meta =
    metas.get(language) ??
    api.meta().catch((error: unknown) => {
      metas.delete(language);
      throw error;
    });
  metas.set(language, meta);
  return meta;
}

export class GameUi {
  meta = $state.raw<Meta | null>(null);
  sheet = $state<Sheet | null>(null);
  isCountering = $state(false);
  note = $state.raw<WhyNote | null>(null);
  neutral = $state<number | null>(null); // the neutral player to build for
  picked = $state.raw<Choice | null>(null); // the place that waits for a second tap
  marked = $state.raw<Placed | null>(null); // the place of the log line under the pointer
  pointed = $state.raw<Pointed | null>(null); // what the coach points at
  isQuiet = $state(false); // whether offers are refused automatically until your turn
  refused = $state.raw<readonly Refused[]>([]); // terms that are always refused
  readonly hint: Hint;
  private refusals: Refusals;
  private whys: { event: number; known: Map<string, Why> } = { event: -1, known: new Map() };
  private closing: { request: number; sheet: Sheet | null } | null = null; // what closes once a request succeeds
  private answeredFor = -1; // the decision that was answered automatically
  private timer: ReturnType<typeof setTimeout> | undefined; // of the automatic answer

  constructor(readonly table: TableStore) {
    this.hint = new Hint(table);
    this.refusals = Refusals.read(load(this.storageKey));
    this.refused = this.refusals.list;
    loadMeta().then(
      (meta) => (this.meta = meta),
      () => undefined, // costs are then not shown; everything else works
    );
  }

  // --- players ----------------------------------------------------------------------------------------------------------

  /** The name of a seat; neutral players have the name of their colour. */
  name = (seat: number): string => {
    const colour = colourName(SEAT_NAMES[seat] ?? '');
    return this.table.nameOf(seat) || colour.charAt(0).toUpperCase() + colour.slice(1);
  };

  seatStyle(seat: number): SeatStyle {
    const isNeutral = this.table.snapshot?.neutral.some((one) => one.seat === seat) ?? false;
    return seatStyleOf(this.table.seat(seat)?.colour ?? '', seat, isNeutral);
  }

  /** The points needed to win. */
  get goal(): number | null {
    return this.optionOf('victory_points');
  }

  /** The largest hand that is safe from a seven. */
  get safeHand(): number | null {
    return this.optionOf('discard_limit');
  }

  /** A number of this game's ruleset. */
  private optionOf(name: string): number | null {
    const { room } = this.table;
    return this.meta && room && optionOf(this.meta, room.settings, name);
  }

  // --- actions ----------------------------------------------------------------------------------------------------------

  can(kind: string): boolean {
    return this.table.kinds.has(kind);
  }

  form(kind: string): FormView | null {
    return this.table.decision?.forms.find((form) => form.kind === kind) ?? null;
  }

  /** The form that must be filled before the game continues. */
  get dueForm(): FormView | null {
    return this.table.decision?.forms.find((form) => form.total !== null) ?? null;
  }

  /** The form of the trade with players that is possible now. */
  get tradeForm(): FormView | null {
    const counter = this.form('counter');
    if (counter && this.isCountering) return counter;
    return this.form('offer') ?? this.form('propose') ?? (this.table.isAutoRefused ? counter : null);
  }

  /** An offer that waits for your answer. */
  get incomingOffer(): OfferView | null {
    const offer = this.table.snapshot?.offer ?? null;
    const { you } = this.table;
    return offer && you !== null && offer.seat !== you && offer.waiting.includes(you) ? offer : null;
  }

  /** Whether an offer is shown for an answer; offers that are refused automatically are not. */
  get isAnswering(): boolean {
    return this.incomingOffer !== null && this.can('refuse') && this.autoRefusal === null && !this.table.isAutoRefused;
  }

  /** Why the open offer is refused automatically; null if it is not. */
  private get autoRefusal(): 'quiet' | 'always' | 'again' | null {
    const { incomingOffer: offer } = this;
    if (!offer) return null;
    return this.isQuiet ? 'quiet' : this.refusals.reason(offer, this.table.snapshot!.turn_number);
  }

  /** Take an action; the open sheet closes once it succeeds. */
  act(action: string, staysOpen = false): void {
    if (!this.table.act(action)) return;
    this.note = this.picked = null;
    const request = this.table.pending?.request;
    this.closing = staysOpen || request === undefined ? null : { request, sheet: this.sheet };
  }

  /** Close the sheet that an action came from, unless another one has opened since. */
  closeConfirmed(): void {
    const { confirmed } = this.table;
    if (this.closing?.request !== confirmed) return;
    if (this.sheet === this.closing.sheet) this.sheet = null;
    this.closing = null;
    this.isCountering = false;
  }

  /** Press the button of a kind of action: take it, light its places, or explain why not. */
  press(kind: string, button: Element | null = null): void {
    const actions = this.table.kinds.get(kind) ?? [];
    this.note = null;
    if (this.table.isAutomatic) return;
    if (actions.length === 0) {
      void this.askWhy(kind, button);
    } else if (whereOf(kind) !== null) {
      this.sheet = null;
      this.table.choose(kind);
    } else if (kind === 'plenty' || kind === 'monopoly') {
      this.sheet = kind;
    } else {
      this.act(actions[0]!.text);
    }
  }

  openTrade(button: Element | null = null): void {
    this.note = null;
    if (this.tradeForm || this.can('bank') || this.can('withdraw') || this.table.snapshot?.offer) {
      this.sheet = this.sheet === 'trade' ? null : 'trade';
      this.table.choose(null);
    } else {
      void this.askWhy('trade', button);
    }
  }

  /**
   * Ask which rule forbids a kind of action, or an action, and show the answer beside the button or the point. A hint
   * is shown on hover: it takes no focus and disappears by itself.
   */
  async askWhy(kind: string, at: Element | DOMRect | null, isHint = false): Promise<void> {
    const by = at ?? document.querySelector(`[data-kind="${kind}"], #island`);
    if (this.table.you === null || !by) return;
    const answer = await this.whyOnce(kind === 'trade' ? 'offer' : kind, isHint);
    const isLeft = by instanceof Element && !by.matches(':hover, :focus');
    if (!answer || (isHint && (answer.is_legal || isLeft))) return;
    const message = [answer.message ?? t('decision.why_nothing'), lacking(answer)].join(' ').trim();
    const box = by instanceof Element ? by.getBoundingClientRect() : by;
    this.note = { title: t('decision.why_title'), rule: answer.rule, message, by: box, isHint };
  }

  /** Ask why a piece cannot be placed somewhere. */
  askWhyAt = (number: number, by: Element | DOMRect): void => {
    const [kind = '', neutral] = (this.table.litKind ?? '').split('-').reverse();
    void this.askWhy(`${kind} ${number}${neutral ? ` for ${this.neutral}` : ''}`, by);
  };

  /** Hide a hint; an answer stays. */
  hideHint(): void {
    if (this.note?.isHint) this.note = null;
  }

  /** Ask why, with a cache that lasts until the next event, so that hovering again costs nothing. */
  private async whyOnce(action: string, isHint: boolean): Promise<Why | null> {
    if (this.whys.event !== this.table.event) this.whys = { event: this.table.event, known: new Map() };
    const { known } = this.whys;
    const found = isHint ? known.get(action) : undefined;
    const answer = found ?? (await this.table.why(action));
    if (answer) known.set(action, answer);
    return answer;
  }

  /** Close what is open; returns false if nothing was. */
  cancel(): boolean {
    if (this.note) this.note = null;
    else if (this.picked) this.picked = null;
    else if (this.sheet) this.sheet = null;
    else if (this.table.chosen !== null) this.table.choose(null);
    else if (this.hint.isOpen) this.hint.close();
    else return false;
    this.isCountering = false;
    return true;
  }

  /** Whether the hint, or the coach, is to use a button: that of a kind of action, or of trade. */
  isHinted(kind: string): boolean {
    if (this.pointed?.kinds.includes(kind)) return true;
    const { action } = this.hint;
    return action !== null && (action.kind === kind || (kind === 'trade' && TRADES.includes(action.kind)));
  }

  // --- automatic refusals -----------------------------------------------------------------------------------------------

  /** Refuse the open offer for this turn, or always. */
  refuse(isAlways = false): void {
    const { incomingOffer: offer } = this;
    const { snapshot } = this.table;
    if (!offer || !snapshot || !this.can('refuse')) return;
    if (isAlways) {
      this.refusals.refuseAlways(offer);
      this.saveRefusals();
      toasts.show(t('trade.always_text'));
    } else {
      this.refusals.refuse(offer, snapshot.turn_number);
    }
    this.act('refuse');
  }

  /** Stop refusing terms. */
  forget(refused: Refused): void {
    this.refusals.forget(refused);
    this.saveRefusals();
  }

  /** Refuse all offers until your turn, or stop that. */
  setQuiet(isQuiet = !this.isQuiet): void {
    const { snapshot, you } = this.table;
    this.isQuiet = isQuiet && snapshot?.turn !== you;
    if (this.isQuiet) toasts.show(t('trade.quiet_text'));
  }

  /** Refuse automatically, after as long as a person may take, so that it reveals nothing. */
  refuseAutomatically(): void {
    const { snapshot, decision, you, isConnected } = this.table;
    if (snapshot?.turn === you) this.isQuiet = false;
    if (!isConnected) return this.close(); // the refusal may be lost: it is repeated after reconnecting
    if (!this.autoRefusal || !decision || !this.can('refuse') || decision.id === this.answeredFor) return;
    if (this.table.isAutoRefused) return;
    this.answeredFor = decision.id;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refuseNow(decision.id), MIN_MS * (1 + Math.random()));
  }

  /** Cancel a pending automatic refusal. */
  close(): void {
    clearTimeout(this.timer);
    this.answeredFor = -1;
  }

  private refuseNow(decision: number): void {
    const { incomingOffer: offer, autoRefusal } = this;
    if (this.table.decision?.id !== decision || !offer) return;
    this.answeredFor = -1;
    if (!autoRefusal || !this.table.act('refuse')) return;
    this.answeredFor = decision;
    if (autoRefusal === 'always') toasts.show(t('trade.refused_always', { terms: formatTerms(offer) }));
    if (autoRefusal === 'again') toasts.show(t('trade.refused_again'));
  }

  private get storageKey(): string {
    return `longroad.refused.${this.table.game}.${this.table.you ?? this.table.seatWanted ?? ''}`;
  }

  private saveRefusals(): void {
    this.refused = this.refusals.list;
    save(this.storageKey, this.refusals.write());
  }
}

export function createGameUi(table: TableStore): GameUi {
  const ui = setContext(KEY, new GameUi(table));
  onDestroy(() => ui.close());
  $effect(() => {
    if (table.confirmed) untrack(() => ui.closeConfirmed());
  });
  return ui;
}

export function useGameUi(): GameUi {
  return getContext<GameUi>(KEY);
}

/** The cards that are missing, if they are the reason. */
function lacking({ lacks }: Why): string {
  const cards = Object.entries(lacks).map(([name, count]) => `${count} ${t(`names.${name}`)}`);
  return cards.length ? t('decision.lacking', { cards: formatList(cards) }) : '';
}
