/**
 * Compares actions by rollouts, as src/longroad/analysis/comparison.py: each is played out from the same states with the
 * same chance, so that luck cancels out. After each round, actions that are clearly worse than the best get no more.
 */

const CLEARLY = 2.5; // standard errors by which an action must be behind to be dropped
const LEAST = 16; // rollouts of an action before it can be dropped
const MOST_STATES = 64; // of one round

/** A loss against the best action, in shares of a victory, and its standard error. */
export interface Loss {
  loss: number;
  error: number;
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The standard error of a mean, 1 for a single sample. */
export function standardError(numbers: readonly number[]): number {
  if (numbers.length < 2) return 1;
  const middle = mean(numbers);
  const squares = numbers.reduce((sum, number) => sum + (number - middle) ** 2, 0);
  return Math.sqrt(squares / (numbers.length - 1) / numbers.length);
}

/** Every second number, from the first or from the second one. */
function half(numbers: readonly number[], which: number): number[] {
  return numbers.filter((_, number) => number % 2 === which);
}

/** The rollouts of some actions of a seat so far. */
export class Comparison {
  readonly actions: readonly number[];
  private readonly rolled: number[][][]; // by action and round: the seat's chance in each state
  private open: number[];

  constructor(actions: readonly number[]) {
    this.actions = actions;
    this.rolled = actions.map(() => []);
    this.open = actions.map((_, number) => number);
  }

  get openActions(): number[] {
    return this.open.map((number) => this.actions[number]!);
  }

  get rollouts(): number {
    return this.rolled.reduce((sum, _, number) => sum + this.count(number), 0);
  }

  /**
   * In how many states the open actions are rolled out next, so that no more than `total` rollouts are used.
   *
   * At first half of what is left is used, so that the rest goes to those that are still open then; 0 at the end.
   */
  nextStates(total: number): number {
    const each = Math.floor((total - this.rollouts) / this.open.length);
    if (this.rollouts > 0 && this.open.length === 1) return 0;
    return Math.max(0, Math.min(MOST_STATES, each < 2 * LEAST ? each : Math.floor(each / 2)));
  }

  /** Add a round: the seat's chances after the open actions in the same states, by state and action. */
  add(chances: readonly (readonly number[])[]): void {
    this.open.forEach((number, column) => this.rolled[number]!.push(chances.map((row) => row[column]!)));
    const { best } = this;
    this.open = this.open.filter((number) => number === best || !this.isClearlyWorse(number, best));
  }

  /** The number of the open action with the best chance. */
  get best(): number {
    return this.open.reduce((best, number) => (this.chance(number) > this.chance(best) ? number : best));
  }

  /** The mean chance of the seat after an action. */
  chance(number: number): number {
    return mean(this.rolled[number]!.flat());
  }

  /**
   * How much worse an action is than the best one.
   *
   * One half of the rollouts names the best, the other half says by how much it is better, and vice versa: so luck in
   * the rollouts exaggerates nothing. The loss of an action that is about as good as the best may be below 0.
   */
  loss(number: number): Loss {
    const behind = this.actions.map((_, other) => this.behind(number, other));
    if (Math.min(...behind.map((samples) => samples.length)) < 2) return { loss: 0, error: 1 };
    const halves = [0, 1].map((which) => {
      const named = behind.map((samples) => mean(half(samples, which)));
      return mean(half(behind[named.indexOf(Math.max(...named))]!, 1 - which));
    });
    const rival = this.order.find((other) => other !== number) ?? number;
    return { loss: mean(halves), error: standardError(behind[rival]!) };
  }

  /** The numbers of the actions, best first; those that were dropped come after those that were not. */
  private get order(): number[] {
    const isDropped = (number: number) => Number(!this.open.includes(number));
    return this.actions
      .map((_, number) => number)
      .sort((one, other) => isDropped(one) - isDropped(other) || this.chance(other) - this.chance(one));
  }

  private isClearlyWorse(number: number, best: number): boolean {
    const behind = this.behind(number, best);
    return this.count(number) >= LEAST && mean(behind) > CLEARLY * standardError(behind);
  }

  private count(number: number): number {
    return this.rolled[number]!.reduce((sum, round) => sum + round.length, 0);
  }

  /** How far an action is behind another one in each state of the rounds that both have. */
  private behind(number: number, other: number): number[] {
    const rounds = Math.min(this.rolled[number]!.length, this.rolled[other]!.length);
    return this.rolled[number]!.slice(0, rounds).flatMap((round, at) =>
      round.map((chance, state) => this.rolled[other]![at]![state]! - chance),
    );
  }
}
