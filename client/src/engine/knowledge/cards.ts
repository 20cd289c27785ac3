/**
 * Hidden development cards: what the log says about each, and how likely each kind is, as src/longroad/bots/beliefs/cards.py.
 *
 * A card that somebody has drawn may be any that nobody has seen. A knight or a progress card is played sooner or
 * later, a victory point card never is: each turn on which its owner could have played a card multiplies the weight of
 * the other kinds by `KEPT`. Nobody holds victory points that would have won.
 */

import type { State } from '../engine';
import {
  ACTOR,
  CARD_KINDS,
  CARDS,
  CARDS_SIZE,
  DECK,
  DECK_SIZE,
  FRESH,
  OWN_TURN,
  POINT_CARDS,
  POINTS,
  POINTS_NEXT_TURN,
  TURN,
  TURNS,
  VICTORY_POINTS,
  WIN_ON,
} from '../layout';
import type { Random } from '../random';
import { CARD_WORDS } from '../tables';

const KEPT = 0.6; // the share of playable knights and progress cards that are not played on a turn
const SURPRISE = 0.01; // weight of points that would have won earlier
const POINT_CARD = CARD_WORDS.indexOf('point');
const UNSEEN = -1; // a kind that nobody else has seen

const KINDS = Array.from({ length: CARD_KINDS }, (_, kind) => kind);

/** A card in hand: the owner's turn on which it was drawn, and its kind if everybody knows it. */
interface Slot {
  drawn: number;
  kind: number;
}

/** A seat's development cards as everybody knows them. */
interface Holder {
  slots: readonly Slot[];
  turns: number; // that it has begun
  hasBuiltSince: boolean; // whether it bought a card on another's turn since its own
}

function heldBy(state: State, field: number, seat: number): number[] {
  return state.row(field + CARD_KINDS * seat, CARD_KINDS);
}

/** The development cards after some plies, as everybody has seen them come and go; they never change. */
export class CardLog {
  private readonly holders: readonly Holder[];

  private constructor(holders: readonly Holder[]) {
    this.holders = holders;
  }

  /** The beginning of a record, where all cards in hands are known. */
  static begin(start: State): CardLog {
    return new CardLog(
      Array.from({ length: start.players }, (_, seat) => {
        const fresh = heldBy(start, FRESH, seat);
        const slots = heldBy(start, CARDS, seat).flatMap((count, kind) =>
          Array.from({ length: count }, (_card, number) => ({ drawn: number < fresh[kind]! ? 1 : 0, kind })),
        );
        return { slots, turns: 1, hasBuiltSince: false };
      }),
    );
  }

  /** The cards after the next ply, from the state before it and after it. */
  after(before: State, state: State): CardLog {
    const isNewTurn = before.words[TURNS] !== state.words[TURNS];
    const changes = this.holders.map((_, seat) => state.small[CARDS_SIZE + seat]! - before.small[CARDS_SIZE + seat]!);
    if (!isNewTurn && changes.every((change) => change === 0)) return this;
    return new CardLog(
      this.holders.map((holder, seat) => {
        const turn = isNewTurn && state.small[TURN] === seat;
        const begun = turn ? { ...holder, turns: holder.turns + 1, hasBuiltSince: false } : holder;
        if (changes[seat] === 0) return begun;
        return changes[seat]! > 0 ? drawn(begun, before, state, seat) : played(begun, before, state, seat);
      }),
    );
  }

  /** What is hidden of the cards in a state, for one seat or for nobody. */
  odds(state: State, viewer: number): CardOdds {
    return new CardOdds(state, viewer, this.holders);
  }
}

/** The kind of which a seat has more in one state than in the other. */
function changedKind(less: State, more: State, seat: number): number {
  const [few, many] = [heldBy(less, CARDS, seat), heldBy(more, CARDS, seat)];
  return many.findIndex((count, kind) => count > few[kind]!);
}

function drawn(holder: Holder, before: State, state: State, seat: number): Holder {
  // The cards under the stack are public, and so are those that are drawn from there (DEV-6).
  const kind = before.small[DECK_SIZE] === 0 ? changedKind(before, state, seat) : UNSEEN;
  return {
    ...holder,
    slots: [...holder.slots, { drawn: holder.turns, kind }],
    hasBuiltSince: holder.hasBuiltSince || before.small[TURN] !== seat,
  };
}

/** The cards without the one that was played: one that is known to be in hand, else the one that was drawn last. */
function played(holder: Holder, before: State, state: State, seat: number): Holder {
  const card = changedKind(state, before, seat);
  const known = holder.slots.findLastIndex(({ kind, drawn: since }) => kind === card && since < holder.turns);
  const unseen = holder.slots.findLastIndex(({ kind, drawn: since }) => kind === UNSEEN && since < holder.turns);
  const gone = known >= 0 ? known : unseen;
  return { ...holder, slots: holder.slots.filter((_, number) => number !== gone) };
}

/** How many of a seat's older cards, and of its fresh cards, are victory point cards. */
interface Split {
  old: number;
  fresh: number;
  weight: number;
}

/** A hidden seat: what is known of its cards, how many others it has, and how these may be split. */
interface Hidden {
  seat: number;
  known: readonly { kind: number; isFresh: boolean }[];
  old: number;
  fresh: number;
  splits: readonly Split[];
}

/** The possible places of the hidden development cards, prepared for dealing. */
export class CardOdds {
  private readonly hidden: readonly Hidden[];
  private readonly pointCards: number; // that nobody has seen
  private readonly others: readonly number[]; // the kinds of the other cards that nobody has seen
  private readonly totals: readonly (readonly number[])[];
  private readonly deckSize: number;

  constructor(state: State, viewer: number, holders: readonly Holder[]) {
    const seats = holders.flatMap((holder, seat) => (seat === viewer ? [] : [hiddenOf(state, holder, seat)]));
    const unseen = KINDS.map((kind) => unseenOf(state, kind, seats));
    this.pointCards = unseen[POINT_CARD]!;
    this.others = KINDS.filter((kind) => kind !== POINT_CARD).flatMap((kind) =>
      Array.from({ length: unseen[kind]! }, () => kind),
    );
    this.deckSize = state.small[DECK_SIZE]!;
    const totals = this.addUp(seats);
    const isPossible = totals[0]![0]! > 0;
    this.hidden = isPossible ? seats : seats.map((one) => ({ ...one, splits: anySplits(one) }));
    this.totals = isPossible ? totals : this.addUp(this.hidden);
  }

  /** Deal the hidden cards into a state that is a copy. */
  deal({ small }: State, chance: Random): void {
    const pile = chance.shuffled(this.others);
    let held = 0;
    const put = (seat: number, kind: number, isFresh: boolean, count: number) => {
      small[CARDS + CARD_KINDS * seat + kind]! += count;
      if (isFresh) small[FRESH + CARD_KINDS * seat + kind]! += count;
    };
    this.hidden.forEach(({ seat, known, old, fresh, splits }, number) => {
      for (const field of [CARDS, FRESH]) small.fill(0, field + CARD_KINDS * seat, field + CARD_KINDS * (seat + 1));
      for (const { kind, isFresh } of known) put(seat, kind, isFresh, 1);
      const after = this.totals[number + 1]!;
      const weights = splits.map((one) => one.weight * (after[held + one.old + one.fresh] ?? 0));
      const split = splits[chance.weighed(weights)]!;
      held += split.old + split.fresh;
      put(seat, POINT_CARD, false, split.old);
      put(seat, POINT_CARD, true, split.fresh);
      for (const kind of pile.splice(0, old - split.old)) put(seat, kind, false, 1);
      for (const kind of pile.splice(0, fresh - split.fresh)) put(seat, kind, true, 1);
    });
    for (const kind of KINDS) small[DECK + kind] = pile.filter((one) => one === kind).length;
    small[DECK + POINT_CARD] = this.pointCards - held;
  }

  /** Add up the weights of all ways to finish dealing, by the number of seats and of victory point cards dealt. */
  private addUp(hidden: readonly Hidden[]): number[][] {
    const number = hidden.reduce((sum, { old, fresh }) => sum + old + fresh, 0);
    const points = Array.from({ length: this.pointCards + 1 }, (_, held) => held);
    const totals = [points.map((held) => this.waysToDeal(number, held))];
    for (const { splits } of [...hidden].reverse()) {
      const after = totals[0]!;
      const weight = (held: number, one: Split) => one.weight * (after[held + one.old + one.fresh] ?? 0);
      totals.unshift(points.map((held) => splits.reduce((sum, one) => sum + weight(held, one), 0)));
    }
    return totals;
  }

  /** Count the ways to deal the other cards to the hidden seats, given their victory point cards. */
  private waysToDeal(number: number, held: number): number {
    if (held > number || this.pointCards - held > this.deckSize) return 0;
    return permutations(this.pointCards, held) * permutations(this.others.length, number - held);
  }
}

function hiddenOf(state: State, { slots, turns, hasBuiltSince }: Holder, seat: number): Hidden {
  const unseen = slots.filter(({ kind }) => kind === UNSEEN).map((slot) => turns - slot.drawn);
  const old = unseen.filter((age) => age > 0);
  const fresh = unseen.length - old.length;
  const known = slots
    .filter(({ kind }) => kind !== UNSEEN)
    .map((slot) => ({ kind: slot.kind, isFresh: slot.drawn === turns }));
  const sure = known.filter(({ kind }) => kind === POINT_CARD).length;
  return { seat, known, old: old.length, fresh, splits: splitsOf(state, seat, old, fresh, sure, hasBuiltSince) };
}

/** The cards of a kind in the stack and in the hidden hands, without those that everybody knows. */
function unseenOf({ small }: State, kind: number, hidden: readonly Hidden[]): number {
  return hidden.reduce(
    (sum, { seat, known }) =>
      sum + small[CARDS + CARD_KINDS * seat + kind]! - known.filter((one) => one.kind === kind).length,
    small[DECK + kind]!,
  );
}

/** Weigh how many of a seat's unseen cards are victory point cards. */
function splitsOf(
  { small }: State,
  seat: number,
  ages: readonly number[],
  fresh: number,
  sure: number,
  hasBuiltSince: boolean,
): Split[] {
  const room = small[VICTORY_POINTS]! - 1 - small[POINTS + seat]! - sure;
  const isOn = seat === small[TURN] && seat === small[ACTOR];
  const wouldHaveWon = small[WIN_ON] !== OWN_TURN || isOn;
  const surprise = wouldHaveWon ? 0 : hasBuiltSince || room < 0 ? 1 : SURPRISE;
  const countsFresh = small[POINT_CARDS] !== POINTS_NEXT_TURN;
  const ofFresh = ways(Array.from({ length: fresh }, () => 0));
  return ways(ages).flatMap((ofOld, old) =>
    ofFresh.map((weight, young) => {
      const points = old + (countsFresh ? young : 0);
      return { old, fresh: young, weight: ofOld * weight * (points > room ? surprise : 1) };
    }),
  );
}

/** Every number of victory point cards that a seat can hold, each as likely. */
function anySplits({ old, fresh }: Hidden): Split[] {
  return Array.from({ length: (old + 1) * (fresh + 1) }, (_, number) => ({
    old: Math.floor(number / (fresh + 1)),
    fresh: number % (fresh + 1),
    weight: 1,
  }));
}

/** Weigh each number of victory point cards among some cards, given how long the others would have been kept. */
function ways(ages: readonly number[]): number[] {
  return ages.reduce(
    (found, age) => [...found, 0].map((one, number) => one * KEPT ** age + (number > 0 ? found[number - 1]! : 0)),
    [1],
  );
}

function permutations(all: number, taken: number): number {
  let found = 1;
  for (let number = 0; number < taken; number++) found *= Math.max(0, all - number);
  return found;
}
