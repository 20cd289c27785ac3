/** What the seats can do in a state, as the server says it: actions in the notation, and forms for bundles of cards. */

import type { Decision, FormView } from '../../api/messages';
import { type Engine, type Legal, Refusal, type State } from '../engine';
import {
  ACCEPTED,
  CHANCE,
  CITY_CODE,
  COUNTER_OFFER,
  DISCARD,
  GIVE_CARDS,
  HAND,
  MOST_COUNT,
  OFFERED_TO,
  OFFER_TRADE,
  PROPOSE_TRADE,
  RESOURCES,
  ROB,
  ROBBER,
  ROB_NOBODY,
  SITE,
  TURN,
  WAITING,
} from '../layout';
import { kindOf, named, numberOf, readAction, seatsIn, wordOf, writeAction } from './notation';
import { HEX_SITES, PHASE_NAMES, REFUSALS, RESOURCE_NAMES } from '../tables';

const BUNDLES = [OFFER_TRADE, COUNTER_OFFER, PROPOSE_TRADE, DISCARD, GIVE_CARDS];

/** What a seat can do: a decision as the server sends it; `id` is always 0. */
export interface Choices extends Decision {
  seat: number;
}

/** An outcome of chance in the notation, and its weight among all. */
export interface WeighedOutcome {
  text: string;
  weight: number;
}

/** The rule that forbids an action, and its sentence by language. */
export interface Forbidden {
  rule: string;
  sentences: Readonly<Record<string, string>>;
}

/** What each seat can do that may act. */
export function choicesOf(engine: Engine, state: State): Choices[] {
  const seats = seatsIn(engine.legal(state, 0).mayAct).filter((seat) => seat !== CHANCE);
  return seats.map((seat) => choicesOfSeat(engine, state, seat));
}

function choicesOfSeat(engine: Engine, state: State, seat: number): Choices {
  const legal = engine.legal(state, seat);
  const isAwaited = ((legal.toAct >> seat) & 1) === 1;
  return {
    seat,
    id: 0,
    is_awaited: isAwaited,
    prompt: promptOf(state, seat, isAwaited),
    actions: legal.actions.map(writeAction),
    forms: BUNDLES.filter((kind) => (legal.forms >> kind) & 1).map((kind) => formOf(engine, state, seat, kind, legal)),
    can_undo: false,
    is_auto_refused: false,
    is_automatic: false,
    victims: victimsOf(state, legal.actions),
  };
}

/** The key of what is expected: the phase, or what there is to answer within it. */
function promptOf({ small, phase }: State, seat: number, isAwaited: boolean): string {
  if (!isAwaited) return seat === small[TURN] ? 'others_answer' : 'may_propose';
  if (small[OFFERED_TO] && (small[WAITING]! >> seat) & 1) return 'answer_offer';
  if (small[OFFERED_TO] && small[ACCEPTED]) return 'choose_partner';
  return PHASE_NAMES[phase]!.replaceAll(' ', '_');
}

function formOf(engine: Engine, state: State, seat: number, kind: number, { total }: Legal): FormView {
  const hand = state.row(HAND + RESOURCES * seat, RESOURCES);
  const give = named(hand.map((count) => Math.min(count, MOST_COUNT)));
  if (kind === DISCARD || kind === GIVE_CARDS) return { kind: wordOf(kind), give, take: {}, total, to: [] };
  const { most } = engine.counts(state);
  const take = named(RESOURCE_NAMES.map(() => most));
  return { kind: wordOf(kind), give, take, total: null, to: kind === OFFER_TRADE ? othersOf(state, seat) : [] };
}

/** All seats but one. */
export function othersOf(state: State, seat: number): number[] {
  return Array.from({ length: state.players }, (_, other) => other).filter((other) => other !== seat);
}

/** The seats that can be robbed, and their buildings beside the robber. */
function victimsOf({ small }: State, actions: readonly number[]): Record<number, number[]> {
  const robber = small[ROBBER]!;
  const sites = HEX_SITES.slice(6 * robber, 6 * robber + 6);
  const seats = actions.filter((action) => kindOf(action) === ROB).map(numberOf);
  const isOf = (seat: number, code: number) => code > 0 && (code - 1) % CITY_CODE === seat;
  return Object.fromEntries(
    seats
      .filter((seat) => seat !== ROB_NOBODY)
      .map((seat) => [seat, sites.filter((site) => isOf(seat, small[SITE + site]!))]),
  );
}

/** What chance can do, with the odds. */
export function outcomesOf(engine: Engine, state: State): WeighedOutcome[] {
  return engine.outcomes(state).map(({ action, weight }) => ({ text: writeAction(action), weight }));
}

/** The rule of a code. */
export function forbiddenBy(code: number): Forbidden {
  const found = REFUSALS[code];
  if (!found) throw new RangeError(`no rule has the code ${code}`);
  return found;
}

/** The action that a text names for a seat, and the state after it; or the rule that forbids it. Throws for other text. */
export function played(
  engine: Engine,
  state: State,
  seat: number,
  text: string,
): { action: number; after: State } | Forbidden {
  const action = readAction(text, seat === CHANCE ? [] : othersOf(state, seat));
  try {
    return { action, after: engine.after(state, seat, action) };
  } catch (error) {
    if (error instanceof Refusal) return forbiddenBy(error.code);
    throw error;
  }
}
