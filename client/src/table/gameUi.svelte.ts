/** What the panels around the board share: whose table it is, what is open, and what somebody does not want to be asked. */

import { getContext, onDestroy, setContext, untrack } from 'svelte';

import { api } from '../api/http';
import { colourName, formatList, currentLanguage, t } from '../i18n';
import type { Form, Meta, Offer, Why } from '../api/messages';
import { optionOf } from '../ruleset/options';
import type { TableStore } from './store.svelte';
import { toasts } from '../app/toasts.svelte';
import { readAction, whereOf } from './actions';
import { SEAT_NAMES } from '../art/shapes';
import { question } from './whyNot';
import { less, RESOURCES, type Counts } from './bundles';
import type { Placed } from './events';
import { seatStyleOf, type SeatStyle } from '../art/seatStyle';
import { Refusals, formatTerms, type Refused } from './offers';

/** A panel that lies over the table. */
export type Sheet = 'trade' | 'bundle' | 'plenty' | 'monopoly' | 'help' | 'all' | 'end' | `card-${string}`;

/** The answer to 'why can't I?', and the button that was asked. */
export interface WhyNote {
  title: string;
  rule: string | null;
  message: string;
  by: DOMRect;
  isHint: boolean;
}

const MIN_MS = 800; // until something is refused without asking; at most twice that
const CANNOT_PAY = 'BLD-7'; // the rule that names what things cost
const KEY = Symbol('gameUi');
const metas = new Map<string, Promise<Meta>>(); // by language

/** What the server tells once in a language; asked again if it failed. */
function metaOnce(): Promise<Meta> {
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
  neutral = $state<number | null>(null); // which neutral player to build for
  marked = $state.raw<Placed | null>(null); // the place that a line of the story is about
  isQuiet = $state(false); // whether every offer is refused until one's own turn
  refused = $state.raw<readonly Refused[]>([]); // terms that are always refused
  private refusals: Refusals;
  private whys: { event: number; known: Map<string, Why> } = { event: -1, known: new Map() };
  private closing: { request: number; sheet: Sheet | null } | null = null; // what closes once a request is granted
  private answeredFor = -1; // the decision that was answered without asking
  private timer: ReturnType<typeof setTimeout> | undefined; // until it is

  constructor(readonly table: TableStore) {
    this.refusals = Refusals.read(this.kept());
    this.refused = this.refusals.list;
    metaOnce().then(
      (meta) => (this.meta = meta),
      () => undefined, // the costs are then not shown; everything else works
    );
  }

  // --- who ------------------------------------------------------------------------------------------------------------

  /** What a seat is called; neutral players go by their colour. */
  name = (seat: number): string => {
    const word = colourName(SEAT_NAMES[seat] ?? '');
    return this.table.nameOf(seat) || word.charAt(0).toUpperCase() + word.slice(1);
  };

  seatStyle(seat: number): SeatStyle {
    const isNeutral = this.table.look?.neutral.some((one) => one.seat === seat) ?? false;
    return seatStyleOf(this.table.seat(seat)?.colour ?? '', seat, isNeutral);
  }

  /** How many points win. */
  get goal(): number | null {
    return this.optionOf('victory_points');
  }

  /** The largest hand that a seven leaves alone. */
  get safeHand(): number | null {
    return this.optionOf('discard_limit');
  }

  /** A number that the rules of this game set. */
  private optionOf(name: string): number | null {
    const { room } = this.table;
    return this.meta && room && optionOf(this.meta, room.settings, name);
  }

  // --- what can be done -----------------------------------------------------------------------------------------------

  can(kind: string): boolean {
    return this.table.kinds.has(kind);
  }

  form(kind: string): Form | null {
    return this.table.decision?.forms.find((form) => form.kind === kind) ?? null;
  }

  /** The form that must be filled in before anything goes on. */
  get dueForm(): Form | null {
    return this.table.decision?.forms.find((form) => form.total !== null) ?? null;
  }

  /** The form of a trade with players that can be made now. */
  get tradeForm(): Form | null {
    const counter = this.form('counter');
    if (counter && this.isCountering) return counter;
    return this.form('offer') ?? this.form('propose') ?? (this.table.isAutoRefused ? counter : null);
  }

  /** An offer that waits for your answer. */
  get asked(): Offer | null {
    const offer = this.table.look?.offer ?? null;
    const { you } = this.table;
    return offer && you !== null && offer.seat !== you && offer.waiting.includes(you) ? offer : null;
  }

  /** Whether an offer is shown to be answered; one that is refused without asking, here or by the server, is not. */
  get isAnswering(): boolean {
    return this.asked !== null && this.can('refuse') && this.unasked === null && !this.table.isAutoRefused;
  }

  /** Why the open offer is refused without asking; null if it is asked. */
  private get unasked(): 'quiet' | 'always' | 'again' | null {
    const { asked } = this;
    if (!asked) return null;
    return this.isQuiet ? 'quiet' : this.refusals.reason(asked, this.table.look!.turn_number);
  }

  /** Take an action; what is open closes once it is confirmed, so that nothing is composed twice. */
  act(action: string, staysOpen = false): void {
    if (!this.table.act(action)) return;
    this.note = null;
    const request = this.table.pending?.request;
    this.closing = staysOpen || request === undefined ? null : { request, sheet: this.sheet };
  }

  /** Close what a granted action was taken from, unless something else has opened since. */
  closeConfirmed(): void {
    const { confirmed } = this.table;
    if (this.closing?.request !== confirmed) return;
    if (this.sheet === this.closing.sheet) this.sheet = null;
    this.closing = null;
    this.isCountering = false;
  }

  /** Press a button of a kind of action: do it, light its places, or say why not. */
  press(kind: string, button: Element | null = null): void {
    const actions = this.table.kinds.get(kind) ?? [];
    this.note = null;
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
    if (this.tradeForm || this.can('bank') || this.can('withdraw') || this.table.look?.offer) {
      this.sheet = this.sheet === 'trade' ? null : 'trade';
      this.table.choose(null);
    } else {
      void this.askWhy('trade', button);
    }
  }

  /**
   * Ask which rule stands in the way of a kind of action, or of an action, and show it beside the button, or where
   * somebody pointed to. A hint is shown to whoever only points at a button: it takes no focus and goes by itself.
   */
  async askWhy(kind: string, at: Element | DOMRect | null, isHint = false): Promise<void> {
    const { geometry, look, you } = this.table;
    const by = at ?? document.querySelector(`[data-does="${kind}"], #island`);
    if (!geometry || !look || you === null || !by) return;
    const action = question(kind, geometry, look, you);
    const answer = await this.whyOnce(action, isHint);
    const isLeft = by instanceof Element && !by.matches(':hover, :focus');
    if (!answer || (isHint && (answer.is_legal || isLeft))) return;
    const message = [answer.message ?? t('decision.why_nothing'), this.lacking(action, answer.rule)].join(' ').trim();
    const box = by instanceof Element ? by.getBoundingClientRect() : by;
    this.note = { title: t('decision.why_title'), rule: answer.rule, message, by: box, isHint };
  }

  /** Ask why what is being placed cannot stand somewhere. */
  askWhyAt = (number: number, by: Element | DOMRect): void => {
    const [kind = '', neutral] = (this.table.litKind ?? '').split('-').reverse();
    void this.askWhy(`${kind} ${number}${neutral ? ` for ${this.neutral}` : ''}`, by);
  };

  /** Say which cards an action lacks, if that is what stands in its way. */
  private lacking(action: string, rule: string | null): string {
    const { kind } = readAction(action);
    const piece = { settle: 'settlement', buy: 'card' }[kind] ?? kind;
    const costs: Counts = (rule === CANNOT_PAY ? this.meta?.costs[piece] : kind === 'accept' && this.asked?.take) || {};
    const left = less(this.table.own?.hand ?? {}, costs);
    const cards = RESOURCES.filter((name) => (left[name] ?? 0) < 0).map(
      (name) => `${-left[name]!} ${t(`names.${name}`)}`,
    );
    return cards.length ? t('decision.lacking', { cards: formatList(cards) }) : '';
  }

  /** Put a hint away; what was asked for stays. */
  hideHint(): void {
    if (this.note?.isHint) this.note = null;
  }

  /** Ask, unless the same was asked since anything happened: pointing at a button again costs nothing. */
  private async whyOnce(action: string, isHint: boolean): Promise<Why | null> {
    if (this.whys.event !== this.table.event) this.whys = { event: this.table.event, known: new Map() };
    const { known } = this.whys;
    const found = isHint ? known.get(action) : undefined;
    const answer = found ?? (await this.table.why(action));
    if (answer) known.set(action, answer);
    return answer;
  }

  /** Put everything away that is not decided yet; false if nothing was open. */
  cancel(): boolean {
    if (this.note) this.note = null;
    else if (this.sheet) this.sheet = null;
    else if (this.table.chosen !== null) this.table.choose(null);
    else return false;
    this.isCountering = false;
    return true;
  }

  // --- offers that are not asked about ----------------------------------------------------------------------------------

  /** Refuse the open offer; the same one is not asked again in this turn, or never again. */
  refuse(isAlways = false): void {
    const { asked } = this;
    const { look } = this.table;
    if (!asked || !look || !this.can('refuse')) return;
    if (isAlways) {
      this.refusals.refuseAlways(asked);
      this.keep();
      toasts.show(t('trade.always_told'));
    } else {
      this.refusals.refuse(asked, look.turn_number);
    }
    this.act('refuse');
  }

  /** Ask again about terms that were always refused. */
  forget(refused: Refused): void {
    this.refusals.forget(refused);
    this.keep();
  }

  /** Be asked nothing until one's own turn, or be asked again. */
  setQuiet(isQuiet = !this.isQuiet): void {
    const { look, you } = this.table;
    this.isQuiet = isQuiet && look?.turn !== you;
    if (this.isQuiet) toasts.show(t('trade.quiet_told'));
  }

  /** Refuse what shall not be asked, after as long as anybody may take, so that it tells nothing. */
  refuseUnasked(): void {
    const { look, decision, you, isConnected } = this.table;
    if (look?.turn === you) this.isQuiet = false;
    if (!isConnected) return this.close(); // what was on its way may be lost: once the line is back, it is said again
    if (!this.unasked || !decision || !this.can('refuse') || decision.id === this.answeredFor) return;
    if (this.table.isAutoRefused) return;
    this.answeredFor = decision.id;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refuseNow(decision.id), MIN_MS * (1 + Math.random()));
  }

  /** Say nothing any more that has not been said. */
  close(): void {
    clearTimeout(this.timer);
    this.answeredFor = -1;
  }

  private refuseNow(decision: number): void {
    const { asked, unasked } = this;
    if (this.table.decision?.id !== decision || !asked) return;
    this.answeredFor = -1;
    if (!unasked || !this.table.act('refuse')) return;
    this.answeredFor = decision;
    if (unasked === 'always') toasts.show(t('trade.refused_always', { terms: formatTerms(asked) }));
    if (unasked === 'again') toasts.show(t('trade.refused_again'));
  }

  private get place(): string {
    return `longroad.refused.${this.table.game}.${this.table.you ?? this.table.seatWanted ?? ''}`;
  }

  private kept(): string | null {
    try {
      return localStorage.getItem(this.place);
    } catch {
      return null; // storage may be forbidden
    }
  }

  private keep(): void {
    this.refused = this.refusals.list;
    try {
      localStorage.setItem(this.place, this.refusals.write());
    } catch {
      // It then lasts until the page is closed.
    }
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
