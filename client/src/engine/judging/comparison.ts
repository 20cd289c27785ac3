/**
 * Compares actions by rollouts, as the library does (src/longroad/analysis/comparison.py): each is played out from the
 * same states with the same chance, so that luck cancels out. The rollouts come in rounds. After each round, actions
 * that are clearly worse than the best get no more.
 */

const CLEARLY = 2.5; // standard errors by which an action must be behind to be dropped
const LEAST = 16; // rollouts of an action before it can be dropped

/** The mean of some numbers. */
export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The standard error of a mean, 1 for a single number. */
export function standardError(numbers: readonly number[]): number {
  const n = numbers.length;
  if (n < 2) return 1;
  const middle = mean(numbers);
  return Math.sqrt(numbers.reduce((sum, number) => sum + (number - middle) ** 2, 0) / (n - 1) / n);
}

/** The column of a matrix. */
export function column(rows: readonly (readonly number[])[], k: number): number[] {
  return rows.map((row) => row[k]!);
}

export class Comparison {
  readonly actions: readonly number[];
  private readonly seat: number;
  private readonly rolled: number[][][]; // by action and state: every seat's chances
  private open: number[]; // numbers of actions
  private readonly kept: number;

  /** Compare actions of a seat; the best `kept` of them are never dropped. */
  constructor(actions: readonly number[], seat: number, kept = 1) {
    this.actions = actions;
    this.seat = seat;
    this.kept = kept;
    this.rolled = actions.map(() => []);
    this.open = actions.map((_, k) => k);
  }

  /** The actions that are rolled out next. */
  get openActions(): number[] {
    return this.open.map((k) => this.actions[k]!);
  }

  /** The number of rollouts so far. */
  get rollouts(): number {
    return this.rolled.reduce((sum, rows) => sum + rows.length, 0);
  }

  /** Add rollouts of the open actions, by state and action. */
  add(chances: readonly (readonly (readonly number[])[])[]): void {
    for (const row of chances) this.open.forEach((k, place) => this.rolled[k]!.push([...row[place]!]));
  }

  /** End a round: actions that are clearly worse get no more rollouts, except for those to keep. */
  drop(): void {
    const ranked = this.order.filter((k) => !this.isDropped(k));
    this.open = this.open.filter((k) => ranked.indexOf(k) < this.kept || !this.isClearlyWorse(k, ranked[0]!));
  }

  private isClearlyWorse(k: number, best: number): boolean {
    const behind = this.behind(k, best);
    return this.count(k) >= LEAST && mean(behind) > CLEARLY * standardError(behind);
  }

  count(k: number): number {
    return this.rolled[k]!.length;
  }

  /** The mean chances of all seats after an action, and their standard errors. */
  chances(k: number): { chances: number[]; errors: number[] } {
    return chancesWithErrors(this.rolled[k]!);
  }

  private chance(k: number): number {
    return mean(column(this.rolled[k]!, this.seat));
  }

  /** The number of the open action with the best chance. */
  get best(): number {
    return this.open.reduce((best, k) => (this.chance(k) > this.chance(best) ? k : best));
  }

  isDropped(k: number): boolean {
    return !this.open.includes(k);
  }

  /** The numbers of the actions, best first; those that were dropped come after those that were not. */
  get order(): number[] {
    const keys = this.actions.map((_, k) => [Number(this.isDropped(k)), -this.chance(k)] as const);
    return this.actions.map((_, k) => k).sort((a, b) => keys[a]![0] - keys[b]![0] || keys[a]![1] - keys[b]![1]);
  }

  /**
   * How much worse an action is than the best one, and the standard error.
   *
   * One half of the rollouts names the best, the other half says by how much it is better, and vice versa: so luck in
   * the rollouts exaggerates nothing. The loss of an action that is about as good as the best may be below 0.
   */
  loss(k: number): { loss: number; lossError: number } {
    const behind = this.actions.map((_, other) => this.behind(k, other));
    if (Math.min(...behind.map((samples) => samples.length)) < 2) return { loss: 0, lossError: 1 };
    const rival = this.order.find((other) => other !== k) ?? k;
    return { loss: (halfLoss(behind, 0) + halfLoss(behind, 1)) / 2, lossError: standardError(behind[rival]!) };
  }

  /** How far an action is behind another one in each state that both were rolled out in. */
  private behind(k: number, other: number): number[] {
    const both = Math.min(this.count(k), this.count(other));
    return this.rolled[k]!.slice(0, both).map((row, n) => this.rolled[other]![n]![this.seat]! - row[this.seat]!);
  }
}

/** How far behind the action is that one half of the rollouts calls best, by the other half. */
function halfLoss(behind: readonly (readonly number[])[], half: number): number {
  const [own, other] = [half, 1 - half].map((rest) =>
    behind.map((samples) => mean(samples.filter((_, n) => n % 2 === rest))),
  ) as [number[], number[]];
  return other[own.indexOf(Math.max(...own))]!;
}

/** The means of the columns, and their standard errors. */
export function chancesWithErrors(rows: readonly (readonly number[])[]): { chances: number[]; errors: number[] } {
  const columns = rows[0]!.map((_, seat) => column(rows, seat));
  return { chances: columns.map(mean), errors: columns.map(standardError) };
}
