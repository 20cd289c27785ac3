/** Judges deals that lie on the table: each is made in the same states with the same chance as none at all. */

import type { Analysis, Candidate } from './analyse';
import { chancesWithErrors } from './comparison';
import type { Describer } from './describe';
import type { Deal, Engine, State } from '../engine';
import { CERTAIN, CLOSE_DEAL, NOBODY, OFFER, PROPOSAL, REFUSE, RESOURCES, TAKE_PROPOSAL, TURN } from '../layout';
import { kindOf, numberOf } from '../position/notation';
import type { Gain } from './reasons';

const STATES = 32;
const MOST_TRIES = 2 * STATES; // some states may not allow all deals
const EACH = 4; // states between which there is something new to see
const NODES = 24;

export const NO_DEAL: Deal = { partner: NOBODY, given: Array<number>(RESOURCES).fill(0) };

/** An action that makes a deal. */
export interface OpenDeal {
  action: number;
  deal: Deal;
}

/** Every seat's chances by state: without any deal, and by deal. */
export interface Judged {
  without: readonly (readonly number[])[];
  deals: readonly (readonly (readonly number[])[])[];
  isDone: boolean;
}

/** The deals that the player on turn can make now: with those who have accepted an offer, or made one. */
export function openDeals(state: State, legal: readonly number[]): OpenDeal[] {
  return legal.flatMap((action) => {
    const [kind, partner] = [kindOf(action), numberOf(action)];
    const proposal = state.row(PROPOSAL + RESOURCES * partner, RESOURCES);
    if (kind === CLOSE_DEAL) return [{ action, deal: { partner, given: state.row(OFFER, RESOURCES) } }];
    return kind === TAKE_PROPOSAL ? [{ action, deal: { partner, given: proposal.map((count) => -count) } }] : [];
  });
}

/** Judge deals of the player on turn in one sample after the other; null where there is nothing new to see. */
export function* judgedDeals(
  engine: Engine,
  trades: readonly OpenDeal[],
  turns: number,
  sample: () => { state: State; seed: number },
): Generator<Judged | null> {
  const asked = [NO_DEAL, ...trades.map(({ deal }) => deal)];
  const [without, ...deals] = asked.map((): number[][] => []);
  for (let tries = 1; tries <= MOST_TRIES && without!.length < STATES; tries++) {
    const { state, seed } = sample();
    const [shares] = engine.weighDeals([state], state.small[TURN]!, asked, turns, NODES, seed);
    const isPossible = shares!.every(([share]) => share! >= 0);
    if (isPossible) {
      shares!.forEach((row, k) => [without!, ...deals][k]!.push(row.map((share) => share / CERTAIN)));
    }
    const isDone = without!.length === STATES || tries === MOST_TRIES;
    const isNew = isDone || (isPossible && without!.length % EACH === 0);
    yield isNew && without!.length > 0 ? { without: without!, deals, isDone } : null;
  }
}

/** A trade, and what it brings beyond the best that can be done without it. */
export interface Traded {
  action: number;
  changes: readonly number[]; // of every seat's chances
  errors: readonly number[];
  states: number; // in which it was judged
  gain: Gain;
}

/** How every seat's chances change by a deal, in each state. */
export function changesBy({ without, deals }: Judged, k: number): number[][] {
  return deals[k]!.map((row, n) => row.map((chance, seat) => chance - without[n]![seat]!));
}

/** What a deal brings both sides. */
export function gainOf({ state, seat }: Describer, changes: readonly number[], partner: number): Gain {
  const turn = state.small[TURN]!;
  return { mine: changes[seat]!, theirs: changes[seat === turn ? partner : turn]! };
}

/** Deals with what they bring. */
export function tradedDeals(describer: Describer, trades: readonly OpenDeal[], judged: Judged): Traded[] {
  return trades.map(({ action, deal }, k) => {
    const { chances: changes, errors } = chancesWithErrors(changesBy(judged, k));
    const gain = gainOf(describer, changes, deal.partner);
    return { action, changes, errors, states: judged.without.length, gain };
  });
}

/** Compare the answers to an offer: to refuse it, or what `trades` do. */
export function answered(describer: Describer, trades: readonly OpenDeal[], judged: Judged): Analysis {
  const { seat } = describer;
  const refused = chancesWithErrors(judged.without);
  const count = judged.without.length;
  const refusal = describer.candidate(REFUSE, refused.chances[seat]!, refused.errors[seat]!, count);
  const found = { seat, ...refused, actions: [refusal], rollouts: (1 + trades.length) * count, isDone: judged.isDone };
  const traded = tradedDeals(describer, trades, judged);
  const ranked = withTrades(describer, found, traded);
  const lossError = traded[0]?.errors[seat] ?? 0;
  return { ...ranked, actions: ranked.actions.map((one) => ({ ...one, lossError })) };
}

/** Rank trades among the other actions: by what they bring beyond the best that can be done without them. */
export function withTrades(describer: Describer, found: Analysis, traded: readonly Traded[]): Analysis {
  const { seat } = describer;
  const candidates = traded.map(({ action, changes, errors, states, gain }): Candidate => {
    const [chance, error] = [found.chances[seat]! + changes[seat]!, Math.hypot(found.errors[seat]!, errors[seat]!)];
    const shown = describer.candidate(action, chance, error, states, gain);
    return { ...shown, loss: -changes[seat]!, lossError: errors[seat]! };
  });
  const best = traded.reduce<Traded | null>(
    (one, other) => (other.changes[seat]! > (one?.changes[seat] ?? 0) ? other : one),
    null,
  );
  const more = best?.changes[seat] ?? 0;
  const actions = ranked(found.actions, candidates).map((one) => ({ ...one, loss: one.loss + more }));
  if (best === null) return { ...found, actions };
  const chances = found.chances.map((chance, k) => chance + best.changes[k]!);
  return { ...found, actions, chances, errors: found.errors.map((error, k) => Math.hypot(error, best.errors[k]!)) };
}

/** Put more actions among others, which keep their order. */
function ranked(actions: readonly Candidate[], more: readonly Candidate[]): Candidate[] {
  const all = [...actions];
  for (const one of more) {
    const place = all.findIndex(({ chance }) => chance < one.chance);
    all.splice(place < 0 ? all.length : place, 0, one);
  }
  return all;
}
