/** Ranks trades among the other actions: by what they bring beyond the best that can be done without them. */

import type { Analysis, Candidate } from './analyse';
import { type Traded, answersOf, tradedDeal } from './bargaining';
import { chancesWithErrors } from './comparison';
import type { Describer } from './describe';
import type { Engine, State } from '../engine';
import { Weighing, bestGain } from './gains';
import { REFUSE } from '../layout';

/** Answers to an offer, weighed in more and more states. */
export class Answers {
  private readonly describer: Describer;
  private readonly weighings: { weighing: Weighing; actions: number[] }[];

  /** Compare refusing with other answers of the seat, after some turns. */
  constructor(engine: Engine, describer: Describer, answers: readonly number[], turns: number) {
    this.describer = describer;
    this.weighings = answersOf(describer.state, describer.seat, answers).map(({ maker, deals }) => ({
      weighing: new Weighing(
        engine,
        maker,
        deals.map(({ deal }) => deal),
        turns,
      ),
      actions: deals.map(({ action }) => action),
    }));
  }

  /** Weigh them in more states; yields null between parts. */
  *add(states: readonly State[], seed: number): Generator<null> {
    for (const { weighing, actions } of this.weighings) {
      if (actions.length > 0 || weighing === this.weighings[0]!.weighing) yield* weighing.add(states, seed);
    }
  }

  /** What each of them brings. */
  get traded(): Traded[] {
    return this.weighings.flatMap(({ weighing, actions }) =>
      actions.map((action, k) => tradedDeal(weighing, k, action, this.describer.seat)),
    );
  }

  /** All answers so far, and others that were found. */
  report(found: readonly Traded[], isDone: boolean): Analysis {
    const { describer } = this;
    const [traded, seat] = [[...this.traded, ...found], describer.seat];
    const { without } = this.weighings[0]!.weighing;
    const refused = chancesWithErrors(without);
    const refusal = describer.candidate(REFUSE, refused.chances[seat]!, refused.errors[seat]!, without.length);
    const lossError = Math.max(0, ...traded.map(({ errors }) => errors[seat]!));
    const rollouts = without.length * (1 + traded.length);
    const valued = { seat, ...refused, actions: [{ ...refusal, lossError }], rollouts, isDone };
    return withTrades(describer, valued, traded);
  }
}

/** Rank trades among other actions. */
export function withTrades(describer: Describer, found: Analysis, traded: readonly Traded[]): Analysis {
  const { seat } = describer;
  const candidates = traded.map(({ action, changes, errors, states, gain }): Candidate => {
    const chance = Math.min(Math.max(found.chances[seat]! + changes[seat]!, 0), 1);
    const shown = describer.candidate(action, chance, Math.hypot(found.errors[seat]!, errors[seat]!), states, gain);
    return { ...shown, loss: -changes[seat]!, lossError: errors[seat]! };
  });
  const best = traded.reduce<Traded | null>(
    (one, other) => (other.changes[seat]! > (one?.changes[seat] ?? 0) ? other : one),
    null,
  );
  const more = bestGain(traded.map(({ halves }) => halves));
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
