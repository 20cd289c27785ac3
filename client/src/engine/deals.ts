/** Judges deals that lie on the table: each is made in the same states with the same chance as none at all. */

import type { Analysis, Candidate } from './analyse';
import { chancesWithErrors, column, mean, standardError } from './comparison';
import type { Describer } from './describe';
import type { Deal, Engine, State } from './engine';
import { CERTAIN, CLOSE_DEAL, NOBODY, OFFER, PROPOSAL, REFUSE, RESOURCES, TAKE_PROPOSAL, TURN } from './layout';
import { kindOf, numberOf } from './notation';
import type { Gain } from './reasons';

const STATES = 32;
const MOST_TRIES = 2 * STATES; // some states may not allow all deals
const EACH = 4; // states between which there is something new to see
const NODES = 24;

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
  const none = { partner: NOBODY, given: Array<number>(RESOURCES).fill(0) };
  const asked = [none, ...trades.map(({ deal }) => deal)];
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

/** What a deal brings a seat in each state. */
function gainsOf({ without, deals }: Judged, k: number, seat: number): number[] {
  return column(deals[k]!, seat).map((chance, n) => chance - without[n]![seat]!);
}

/** What a deal brings both sides. */
function gainOf({ state, seat }: Describer, judged: Judged, { deal }: OpenDeal, k: number): Gain {
  const turn = state.small[TURN]!;
  const other = seat === turn ? deal.partner : turn;
  return { mine: mean(gainsOf(judged, k, seat)), theirs: mean(gainsOf(judged, k, other)) };
}

/** Compare the answers to an offer: to refuse it, or what `trades` do. */
export function answered(describer: Describer, trades: readonly OpenDeal[], judged: Judged): Analysis {
  const { seat } = describer;
  const gains = trades.map((_, k) => gainsOf(judged, k, seat));
  const rows = [judged.without, ...judged.deals].map(chancesWithErrors);
  const best = rows.reduce((one, other) => (other.chances[seat]! > one.chances[seat]! ? other : one));
  const answers = [REFUSE, ...trades.map(({ action }) => action)].map((action, k): Candidate => {
    const [chance, error] = [rows[k]!.chances[seat]!, rows[k]!.errors[seat]!];
    const gain = k > 0 ? gainOf(describer, judged, trades[k - 1]!, k - 1) : undefined;
    const shown = describer.candidate(action, chance, error, judged.without.length, gain);
    return { ...shown, loss: best.chances[seat]! - chance, lossError: standardError(gains[0] ?? [0, 0]) };
  });
  return {
    seat,
    ...best,
    actions: answers.sort((one, other) => other.chance - one.chance),
    rollouts: rows.length * judged.without.length,
    isDone: judged.isDone,
  };
}

/** Rank deals among the other actions: by what they bring beyond the best that can be done without them. */
export function withDeals(
  describer: Describer,
  found: Analysis,
  trades: readonly OpenDeal[],
  judged: Judged,
): Analysis {
  const { seat } = describer;
  const gains = trades.map((_, k) => gainsOf(judged, k, seat));
  const [own, error] = [found.chances[seat]!, found.errors[seat]!];
  const deals = trades.map((trade, k): Candidate => {
    const [gain, gainError] = [mean(gains[k]!), standardError(gains[k]!)];
    const both = gainOf(describer, judged, trade, k);
    const shown = describer.candidate(trade.action, own + gain, Math.hypot(error, gainError), gains[k]!.length, both);
    return { ...shown, loss: -gain, lossError: gainError };
  });
  const best = gains.map(mean).reduce((one, gain, k, all) => (gain > (all[one] ?? 0) ? k : one), NOBODY);
  const more = best === NOBODY ? 0 : mean(gains[best]!);
  const actions = [...deals, ...found.actions].map((one) => ({ ...one, loss: one.loss + more }));
  actions.sort((one, other) => other.chance - one.chance);
  return { ...found, actions, ...(best === NOBODY ? {} : chancesWithErrors(judged.deals[best]!)) };
}
