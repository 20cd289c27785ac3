/**
 * Why an action is good, as the library's bots say it (src/longroad/bots/reasons.py).
 *
 * The search finds the best action, not a reason. But every reason is true of the position: what a choice pays for or
 * brings closer, which player it hurts, and for a trade what it brings both sides.
 */

import type { Engine, State } from '../engine';
import {
  ACCEPT,
  BUILD_CITY,
  BUILD_ROAD,
  BUILD_SETTLEMENT,
  BUY_CARD,
  CALM_ROBBER,
  CLOSE_DEAL,
  COUNTER_OFFER,
  DISCARD,
  DISCARD_LIMIT,
  END_TURN,
  FORCE_TRADE,
  GIVE_CARDS,
  HAND_SIZE,
  KNIGHTS,
  MOVE_ROBBER,
  NEUTRAL_ROAD,
  NEUTRAL_SETTLEMENT,
  OFFER,
  OFFER_TRADE,
  PLAY_KNIGHT,
  PLAY_MONOPOLY,
  PLAY_PLENTY,
  PLAY_ROADS,
  POINTS,
  PROPOSAL,
  PROPOSE_TRADE,
  REACH,
  REFUSE,
  RESOURCES,
  RETIRE_KNIGHT,
  ROB,
  ROB_NOBODY,
  ROLL,
  STOP_ROADS,
  TAKE_PROPOSAL,
  TOUCHED,
  TRADE_BANK,
  TURN,
} from '../layout';
import { countsOf, kindOf, numberOf, sidesOf } from '../position/notation';
import {
  type Outlook,
  type Plan,
  contains,
  isRacing,
  isRobbed,
  lackFor,
  lengthens,
  missing,
  nearest,
  outlookOf,
  ownersBeside,
  pipsOf,
  roadGoal,
  sitePips,
  spareOf,
  yieldsOf,
} from './plans';

/** A message of the area `reasons`, with its values; `plan` is the name of another message there. */
export interface Reason {
  key: string;
  values: Readonly<Record<string, number | string>>;
}

/** What a trade brings the seat and its partner, in chances to win. */
export interface Gain {
  mine: number;
  theirs: number;
}

interface Asked {
  engine: Engine;
  state: State;
  seat: number;
  action: number;
}

/** The kinds of action that trade with other players. */
export const DEALS: readonly number[] = [OFFER_TRADE, COUNTER_OFFER, PROPOSE_TRADE, ACCEPT, CLOSE_DEAL, TAKE_PROPOSAL];
const BEHIND = 2; // knights that leave the largest army out of reach
const GENERAL = because('best');

function because(key: string, values: Reason['values'] = {}): Reason {
  return { key, values };
}

function towards(key: string, plan: Plan): Reason {
  return because(key, { plan: plan.key });
}

/** The reason for an action of a seat; `gain` is what a trade would bring. */
export function reasonFor(engine: Engine, state: State, seat: number, action: number, gain?: Gain): Reason {
  const asked = { engine, state, seat, action };
  const kind = kindOf(action);
  if (kind === REFUSE) return toRefuse(asked);
  if (DEALS.includes(kind)) return forDeal(asked, gain);
  return BY_KIND[kind]?.(asked) ?? GENERAL;
}

// --- cards in hand ------------------------------------------------------------------------------------------------------

/** The cards that an action adds to the hand; negative counts leave it. */
function changeBy({ state, action }: Asked): number[] {
  const kind = kindOf(action);
  const offer = state.row(OFFER, RESOURCES);
  if (kind === ACCEPT) return offer;
  if (kind === CLOSE_DEAL) return offer.map((count) => -count);
  if (kind === TAKE_PROPOSAL) return state.row(PROPOSAL + RESOURCES * numberOf(action), RESOURCES);
  if (kind !== TRADE_BANK && kind !== PLAY_PLENTY) return countsOf(action).map((count) => -count);
  const { give, take } = sidesOf(action);
  return take.map((count, resource) => count - (give[resource] ?? 0));
}

function afterwards(outlook: Outlook, change: readonly number[]): Outlook {
  return { ...outlook, hand: outlook.hand.map((held, resource) => held + change[resource]!) };
}

/** The plans that are closer afterwards. */
function nearer(outlook: Outlook, after: Outlook): Plan[] {
  return outlook.plans.filter((plan) => missing(after, plan) < missing(outlook, plan));
}

/** Whether the seat's hexes yield nothing of what it gets, or less than of what it gives. */
function rarity(yields: readonly number[], change: readonly number[]): Reason | null {
  const got = yields.filter((_, resource) => change[resource]! > 0);
  const given = yields.filter((_, resource) => change[resource]! < 0);
  if (!got.some((pips) => pips > 0)) return because('not_yielded');
  return given.length > 0 && Math.max(...got) < Math.min(...given) ? because('yielded_less') : null;
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Which plan cards from the bank help, or which cards were plentiful. */
function forCards(asked: Asked): Reason {
  const { engine, state, seat } = asked;
  const [outlook, change] = [outlookOf(engine, state, seat), changeBy(asked)];
  const after = afterwards(outlook, change);
  const closer = nearer(outlook, after);
  const paid = closer.find((plan) => missing(after, plan) === 0);
  if (paid) return towards('plenty', paid);
  if (closer.length > 0) return towards('nearer', nearest(after, closer));
  const rare = rarity(outlook.yields, change);
  if (rare) return rare;
  if (total(change) < 0 && state.small[HAND_SIZE + seat]! > state.small[DISCARD_LIMIT]!) return because('too_many');
  const given = outlook.hand.filter((_, resource) => change[resource]! < 0);
  return given.length > 0 && Math.max(...given) === Math.max(...outlook.hand) ? because('gives_most') : GENERAL;
}

/** Which plan the remaining cards help. */
function toKeep(asked: Asked): Reason {
  const outlook = outlookOf(asked.engine, asked.state, asked.seat);
  if (outlook.plans.length === 0) return because('needs_nothing');
  const after = afterwards(outlook, changeBy(asked));
  const kept = outlook.plans.filter((plan) => missing(after, plan) === 0);
  return kept.length > 0 ? towards('keeps', nearest(after, kept)) : towards('left_for', nearest(after, outlook.plans));
}

/** What the seat is saving for. */
function toEnd({ engine, state, seat }: Asked): Reason {
  if (state.small[HAND_SIZE + seat] === 0) return because('no_cards');
  const outlook = outlookOf(engine, state, seat);
  const wanted = outlook.plans.filter((plan) => missing(outlook, plan) > 0);
  return wanted.length > 0 ? towards('saves', nearest(outlook, wanted)) : because('nothing_helps');
}

// --- trade with others --------------------------------------------------------------------------------------------------

function forDeal(asked: Asked, gain?: Gain): Reason {
  const [outlook, change] = [outlookOf(asked.engine, asked.state, asked.seat), changeBy(asked)];
  const after = afterwards(outlook, change);
  const closer = nearer(outlook, after);
  if (closer.length > 0) return towards('nearer', nearest(after, closer));
  if (total(change) > 0) return because('more_cards');
  if (gain && gain.mine > 0 && gain.theirs > 0) return because('helps_both');
  return rarity(outlook.yields, change) ?? (gain && gain.mine > 0 ? because('pays') : GENERAL);
}

const RARE: Readonly<Record<string, string>> = { not_yielded: 'gives_unyielded', yielded_less: 'gives_rarer' };

/** A reason to refuse an offer, from what everybody sees. */
function toRefuse({ state, seat }: Asked): Reason {
  const offer = state.row(OFFER, RESOURCES);
  if (leads(state, state.small[TURN]!)) return because('helps_leader');
  if (total(offer) < 0) return because('fewer_cards');
  const giving = offer.map((count) => -count);
  const rare = rarity(yieldsOf(state, seat), giving);
  return because(rare === null ? 'cannot_spare' : RARE[rare.key]!);
}

/** Whether a player has more points than anybody else. */
function leads(state: State, seat: number): boolean {
  const points = state.row(POINTS, state.players);
  return points.every((count, other) => other === seat || count < points[seat]!);
}

// --- robber -------------------------------------------------------------------------------------------------------------

function forRobber({ state, seat, action }: Asked): Reason {
  const hex = numberOf(action);
  const pips = pipsOf(state, hex);
  const others = [...ownersBeside(state, hex)].filter((owner) => owner !== seat && owner < state.players);
  return pips > 0 && others.length > 0 ? because('hurts', { pips }) : because('hurts_nobody');
}

/** What is special about a victim: points, cards, or what its hexes yield. */
function toRob({ engine, state, seat, action }: Asked): Reason {
  const victim = numberOf(action);
  if (victim === ROB_NOBODY) return GENERAL;
  const others = engine.legal(state, seat).actions.map(numberOf);
  const rivals = others.filter((other) => other !== ROB_NOBODY && other !== victim);
  if (rivals.length === 0) return because('robs_only');
  if (leads(state, victim)) return because('robs_leader');
  const cards = (owner: number) => state.small[HAND_SIZE + owner]!;
  if (rivals.every((other) => cards(victim) > cards(other))) return because('robs_most');
  const [outlook, yields] = [outlookOf(engine, state, seat), yieldsOf(state, victim)];
  const wanted = outlook.plans.filter((plan) => lackFor(outlook, plan).some((lack, k) => lack > 0 && yields[k]! > 0));
  return wanted.length > 0 ? towards('robs_for', nearest(outlook, wanted)) : GENERAL;
}

// --- building and development cards -------------------------------------------------------------------------------------

function forRoad({ engine, state, seat, action }: Asked): Reason {
  const [path, places] = [numberOf(action), engine.places(state, seat)];
  const isLonger = lengthens(state, seat, places, path);
  if (isLonger && isRacing(state, seat)) return because('race');
  const site = roadGoal(state, seat, yieldsOf(state, seat), path);
  if (site !== null) return because('leads', { site });
  return isLonger ? because('longer') : GENERAL;
}

function forRoads({ engine, state, seat }: Asked): Reason {
  if (isRacing(state, seat)) return because('race');
  const { plans } = outlookOf(engine, state, seat);
  return because(plans.some(({ key }) => key === 'plan_road') ? 'needs_roads' : 'free_roads');
}

function forMonopoly({ engine, state, seat, action }: Asked): Reason {
  const outlook = outlookOf(engine, state, seat);
  const wanted = outlook.plans.filter((plan) => lackFor(outlook, plan)[numberOf(action)]! > 0);
  return wanted.length > 0 ? towards('monopoly_for', nearest(outlook, wanted)) : because('monopoly_many');
}

// --- a game of two ------------------------------------------------------------------------------------------------------

function toForce({ engine, state, seat }: Asked): Reason {
  return total(spareOf(outlookOf(engine, state, seat))) >= 2 ? because('forces') : GENERAL;
}

function toRetire({ state: { small }, seat }: Asked): Reason {
  const isBehind = small[KNIGHTS + seat]! + BEHIND <= small[KNIGHTS + 1 - seat]!;
  return because(isBehind ? 'retires' : 'sells');
}

function forNeutral({ state, seat, action }: Asked): Reason {
  const ways = kindOf(action) === NEUTRAL_SETTLEMENT ? TOUCHED : REACH;
  return contains(state, ways + 2 * seat, numberOf(action)) ? GENERAL : because('neutral');
}

const BY_KIND: Readonly<Record<number, (asked: Asked) => Reason>> = {
  [ROLL]: () => because('roll'),
  [END_TURN]: toEnd,
  [BUY_CARD]: () => because('buys'),
  [PLAY_KNIGHT]: ({ state, seat }) => because(isRobbed(state, seat) ? 'drives_robber' : 'knight'),
  [PLAY_ROADS]: forRoads,
  [STOP_ROADS]: () => because('stops'),
  [FORCE_TRADE]: toForce,
  [CALM_ROBBER]: ({ state, seat }) => (isRobbed(state, seat) ? because('calms') : GENERAL),
  [RETIRE_KNIGHT]: toRetire,
  [BUILD_SETTLEMENT]: ({ state, action }) => because('yields', { pips: sitePips(state, numberOf(action)) }),
  [BUILD_CITY]: ({ state, action }) => because('doubles', { pips: sitePips(state, numberOf(action)) }),
  [BUILD_ROAD]: forRoad,
  [MOVE_ROBBER]: forRobber,
  [ROB]: toRob,
  [TRADE_BANK]: forCards,
  [PLAY_PLENTY]: forCards,
  [PLAY_MONOPOLY]: forMonopoly,
  [NEUTRAL_ROAD]: forNeutral,
  [NEUTRAL_SETTLEMENT]: forNeutral,
  [DISCARD]: toKeep,
  [GIVE_CARDS]: toKeep,
};
