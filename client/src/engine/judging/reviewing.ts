/**
 * Judges all decisions of a game in an order in which the costliest soon show, better and better.
 *
 * First all of them quickly, those of the seats that are looked at before the others; then more carefully; then the
 * costliest deeply, until these stay the costliest. Every judgement starts from nothing: so what looked costly by chance
 * does not stay so.
 */

import { BUDGETS, type Decision, type Judge, type Judged } from './decisions';

export type Pass = keyof typeof BUDGETS;

/** A decision as it was judged in a pass. */
export interface Found extends Judged {
  pass: Pass;
}

export const MOST_LISTED = 8; // decisions that are named as the costliest
const LEAST_LOSS = 0.005; // share of a victory: half a point
const SEEDS: Readonly<Record<Pass, number>> = { quick: 0, normal: 1, deep: 2 };

/** The costliest decisions, the worst first; only those whose loss is clearly more than nothing. */
export function costliest<T extends Judged>(judged: readonly T[], most = MOST_LISTED): T[] {
  const costly = judged.filter(
    ({ action, best, loss, error }) => best !== action && loss > Math.max(error, LEAST_LOSS),
  );
  return costly.sort((one, other) => other.loss - one.loss).slice(0, most);
}

/** What remains to be judged, and in which order. */
export class Reviewer {
  private readonly judge: Judge;
  private readonly found = new Map<Decision, Found>();
  shown: ReadonlySet<number>; // the seats that are looked at

  constructor(judge: Judge, shown: ReadonlySet<number>) {
    this.judge = judge;
    this.shown = shown;
  }

  /** Judge the next decision; null if there is nothing left to do. */
  next(): Found | null {
    const task = this.task();
    if (task === null) return null;
    const { decision, pass } = task;
    const found = { ...this.judge.judge(decision, BUDGETS[pass], SEEDS[pass]), pass };
    this.found.set(decision, found);
    return found;
  }

  /** How many decisions have been judged, of all. */
  get progress(): { done: number; total: number } {
    return { done: this.found.size, total: this.judge.decisions.length };
  }

  private task(): { decision: Decision; pass: Pass } | null {
    const { decisions } = this.judge;
    const own = decisions.filter(({ seat }) => this.shown.has(seat));
    const passOf = (decision: Decision) => this.found.get(decision)?.pass;
    const first = [...own, ...decisions].find((decision) => !this.found.has(decision));
    if (first) return { decision: first, pass: 'quick' };
    const second = own.find((decision) => passOf(decision) === 'quick');
    if (second) return { decision: second, pass: 'normal' };
    const worst = costliest(own.map((decision) => ({ ...this.found.get(decision)!, decision })));
    const third = worst.find(({ pass }) => pass === 'normal');
    if (third) return { decision: third.decision, pass: 'deep' };
    const rest = decisions.find((decision) => passOf(decision) === 'quick');
    return rest ? { decision: rest, pass: 'normal' } : null;
  }
}
