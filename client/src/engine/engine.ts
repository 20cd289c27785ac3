/** The rules and the search in WebAssembly: steps, outcomes of chance, and every seat's chances. */

import {
  ACTIONS,
  ANSWERS_ROW,
  ASKABLE,
  BOARD_SIZE,
  type Block,
  CAN_PAVE,
  CAN_SETTLE,
  CERTAIN,
  CHANCE,
  CODES_SIZE,
  COUNTS_ROW,
  DEAL_ROW,
  type Entries,
  FINDING_ROW,
  FINDINGS_SIZE,
  FORMS,
  LENGTHS,
  LISTED,
  type Matrix,
  MAY_ACT,
  MEMORY_START,
  NOTES,
  OUTCOMES_ROW,
  PATHS,
  PLACES_ROW,
  RESOURCES,
  ROWS,
  SEATS,
  SHARES_ROW,
  SMALL_ROW,
  STACKS,
  TO_ACT,
  TOTAL,
  TOTAL_POINTS,
  WORDS_ROW,
  WORKSPACE,
} from './layout';
import type { Counted, Deal, Legal, Outcome, Places, Weighed, WeighedDeals } from './results';
import { State } from './state';

export type { Counted, Deal, Legal, Outcome, Places, Weighed, WeighedDeals } from './results';
export { State };

const PAGE = 65536;
const WORD = 8; // bytes

/** An action that a rule forbids. */
export class Refusal extends RangeError {
  readonly code: number;

  constructor(code: number, seat: number, action: number) {
    super(`the action ${action} of seat ${seat} is refused: code ${code}`);
    this.code = code;
  }
}

/** One instance of the module with its memory. */
export class Engine {
  private readonly memory: WebAssembly.Memory;
  private readonly entries: Entries;
  private readonly workspace: readonly [...Matrix, ...Matrix, ...Block, ...Block, ...Block, ...Block];
  private readonly floor: number; // where the memory of calls begins
  private end: number;

  private constructor(memory: WebAssembly.Memory, entries: Entries, weights: Uint8Array) {
    this.memory = memory;
    this.entries = entries;
    this.end = MEMORY_START;
    const blocks = [
      this.matrix(2 * ROWS, SMALL_ROW, 1),
      this.matrix(2 * ROWS, WORDS_ROW, WORD),
      this.block(NOTES, WORD),
      this.block(BOARD_SIZE, WORD),
      this.block(weights.length / 4, 4),
      this.block(WORKSPACE, 4),
    ] as const;
    new Uint8Array(memory.buffer, blocks[4][0]).set(weights);
    this.workspace = [...blocks[0], ...blocks[1], ...blocks[2], ...blocks[3], ...blocks[4], ...blocks[5]];
    this.floor = this.end;
  }

  /** Load the module, with the weights of the evaluation. */
  static async load(code: BufferSource, weights: ArrayBuffer): Promise<Engine> {
    const memory = new WebAssembly.Memory({ initial: MEMORY_START / PAGE });
    const stack = new WebAssembly.Global({ value: 'i32', mutable: true }, MEMORY_START);
    const env = { __linear_memory: memory, __stack_pointer: stack };
    const { instance } = await WebAssembly.instantiate(code, { env });
    return new Engine(memory, instance.exports as unknown as Entries, new Uint8Array(weights));
  }

  /** The state after an action of a seat. Throws a `Refusal` if a rule forbids it. */
  after(state: State, seat: number, action: number): State {
    const rows = this.states([state]);
    const [seats, actions, seeds, codes] = [this.words(seat), this.words(action), this.words(0), this.words(0)];
    this.entries.step_games(...rows, 0, 1, ...seats, ...actions, ...seeds, 0, ...codes);
    const code = this.read(codes)[0];
    if (code !== 0) throw new Refusal(code!, seat, action);
    return this.state(rows);
  }

  /** Who may act in a state, and what is legal for a seat. */
  legal(state: State, seat: number): Legal {
    const rows = this.states([state]);
    const answers = this.matrix(1, ANSWERS_ROW, WORD);
    this.entries.list_actions(...rows, 0, 1, ...this.words(seat), ...answers);
    const found = this.read([answers[0], ANSWERS_ROW]);
    return {
      toAct: found[TO_ACT]!,
      mayAct: found[MAY_ACT]!,
      actions: found.slice(LISTED + 1, LISTED + 1 + found[LISTED]!),
      forms: found[FORMS]!,
      total: found[TOTAL]!,
    };
  }

  /** The code of the rule that forbids a seat an action, 0 if none does. */
  refusal(state: State, seat: number, action: number): number {
    const rows = this.states([state]);
    const [seats, actions, codes] = [this.words(seat), this.words(action), this.words(0)];
    this.entries.check_actions(...rows, 0, 1, ...seats, ...actions, ...codes);
    return this.read(codes)[0]!;
  }

  /** How many cards the bank has, and how many points each seat. */
  counts(state: State): Counted {
    const rows = this.states([state]);
    const counts = this.matrix(1, COUNTS_ROW, WORD);
    this.entries.count_cards(...rows, 0, 1, ...counts);
    const found = this.read([counts[0], COUNTS_ROW]);
    return {
      bank: found.slice(STACKS, STACKS + RESOURCES),
      most: found[ASKABLE]!,
      points: found.slice(TOTAL_POINTS, TOTAL_POINTS + state.players),
    };
  }

  /** Where a seat could build. */
  places(state: State, seat: number): Places {
    const rows = this.states([state]);
    const [copy, words] = [this.block(SMALL_ROW, 1), this.block(WORDS_ROW, WORD)];
    const places = this.matrix(1, PLACES_ROW, WORD);
    this.entries.list_places(...rows, 0, 1, seat, ...copy, ...words, ...places);
    const found = this.read([places[0], PLACES_ROW]);
    return {
      canSettle: found[CAN_SETTLE] === 1,
      canPave: found[CAN_PAVE] === 1,
      lengths: found.slice(LENGTHS, LENGTHS + PATHS),
    };
  }

  /** What chance can do in a state. */
  outcomes(state: State): Outcome[] {
    const rows = this.states([state]);
    const found = this.matrix(1, OUTCOMES_ROW, WORD);
    this.entries.list_outcomes(...rows, 0, 1, ...found);
    const [count = 0, ...pairs] = this.read([found[0], OUTCOMES_ROW]);
    return Array.from({ length: count }, (_, number) => ({
      action: pairs[2 * number]!,
      weight: pairs[2 * number + 1]!,
    }));
  }

  /** The state after an outcome of chance. */
  afterOutcome(state: State, outcome: Outcome): State {
    return this.after(state, CHANCE, outcome.action);
  }

  /** The state in which a seat begins, whatever is still to be rolled for it. */
  begunBy(state: State, seat: number): State {
    const rows = this.states([state]);
    this.entries.begin_founding(...rows, 0, 1, seat);
    return this.state(rows);
  }

  /** The view of a seat, or of the public (6): what it may see of a state. */
  view(state: State, viewer: number): State {
    const rows = this.states([state]);
    this.entries.redact_states(...rows, 0, 1, viewer);
    return this.state(rows);
  }

  /** A new game with the options of a state, on the island that a seed makes where the options leave it open. */
  begun(state: State, seed: bigint): State {
    const rows = this.states([state]);
    const [seats, actions, seeds, codes] = [this.words(-1), this.words(0), this.words(seed), this.words(0)];
    this.entries.step_games(...rows, 0, 1, ...seats, ...actions, ...seeds, 0, ...codes);
    return this.state(rows);
  }

  /** A state with nothing but its ruleset and its island. */
  cleared(state: State): State {
    const rows = this.states([state]);
    this.entries.clear_setups(...rows, 0, 1);
    return this.state(rows);
  }

  /** Everything that is wrong with a setup, as rows of findings, and its state with all that follows. */
  checkSetup(state: State, harbors: Int8Array, hasStack: boolean): { state: State; rows: bigint[][] } {
    const rows = this.states([state]);
    const [kinds, codes] = [this.block(harbors.length, 1), this.block(CODES_SIZE, WORD)];
    const findings = this.matrix(1, FINDINGS_SIZE, WORD);
    new Int8Array(this.memory.buffer, kinds[0]).set(harbors);
    this.entries.check_setups(...rows, 0, 1, ...kinds, Number(hasStack), ...codes, ...findings);
    const [count = 0n, ...found] = new BigInt64Array(this.memory.buffer, findings[0], FINDINGS_SIZE);
    const rowOf = (n: number) => found.slice(FINDING_ROW * n, FINDING_ROW * (n + 1));
    return { state: this.state(rows), rows: Array.from({ length: Number(count) }, (_, n) => rowOf(n)) };
  }

  /** Every seat's chances in states in which chance does not act, if their turns are played well: whole numbers. */
  values(states: readonly State[], nodes: number): number[][] {
    const rows = this.states(states);
    const shares = this.matrix(states.length, SHARES_ROW, WORD);
    this.entries.value_states(...rows, 0, states.length, ...this.workspace, nodes, ...shares);
    const found = this.read([shares[0], states.length * SHARES_ROW]);
    return states.map(({ players }, number) => found.slice(SHARES_ROW * number, SHARES_ROW * number + players));
  }

  /**
   * Weigh the actions of a seat in states that look the same to it, by a search of the turn in each.
   *
   * Where there are very many bundles of cards that are due, a state names only its own best one.
   */
  weigh(states: readonly State[], seat: number, nodes: number): Weighed {
    const rows = this.states(states);
    const [actions, worths] = [1, 2].map(() => this.matrix(states.length, 1 + ACTIONS, WORD)) as [Matrix, Matrix];
    this.entries.weigh_actions(...rows, 0, states.length, seat, ...this.workspace, nodes, ...actions, ...worths);
    const named = this.rows(actions);
    const valued = this.rows(worths);
    const answers = [...new Set(named.map((row) => row[1]!))];
    if (named[0]![0] === 1 && answers.length > 1) {
      const isBest = (row: readonly number[], answer: number) => (row[1] === answer ? CERTAIN : 0);
      return { actions: answers, worths: named.map((row) => answers.map((answer) => isBest(row, answer))) };
    }
    const count = named[0]![0]!;
    return { actions: named[0]!.slice(1, 1 + count), worths: valued.map((row) => row.slice(1, 1 + count)) };
  }

  /** Every seat's chances after actions of a seat, by a rollout of some turns each in each state: by state and action. */
  roll(
    states: readonly State[],
    seat: number,
    actions: readonly number[],
    turns: number,
    nodes: number,
    seed: number,
  ): number[][][] {
    const rows = this.states(states);
    const asked = this.words(actions.length, ...actions);
    const seeds = this.words(...states.map((_, number) => seed + number));
    const shares = this.matrix(states.length, SEATS * actions.length, WORD);
    this.entries.roll_actions(
      ...rows,
      0,
      states.length,
      seat,
      ...this.workspace,
      ...asked,
      turns,
      nodes,
      ...seeds,
      1, // dice are not stratified
      0, // others found at the places that look best
      ...shares,
    );
    return this.shares(shares, states[0]!);
  }

  /** Every seat's chances after deals of a maker; they are `IMPOSSIBLE` where somebody does not hold the cards. */
  weighDeals(
    states: readonly State[],
    maker: number,
    deals: readonly Deal[],
    turns: number,
    nodes: number,
    seed: number,
  ): WeighedDeals {
    const rows = this.states(states);
    const asked = this.words(...deals.flatMap(({ partner, given }) => [partner, ...given]));
    const seeds = this.words(...states.map((_, number) => seed + number));
    const [near, far] = [1, 2].map(() => this.matrix(states.length, SEATS * deals.length, WORD)) as [Matrix, Matrix];
    this.entries.weigh_deals(
      ...rows,
      0,
      states.length,
      maker,
      ...this.workspace,
      asked[0],
      deals.length,
      DEAL_ROW,
      deals.length,
      turns,
      nodes,
      ...seeds,
      ...near,
      ...far,
    );
    return { near: this.shares(near, states[0]!), far: this.shares(far, states[0]!) };
  }

  // --- memory ---

  /** Copy states into memory, and forget what the last call had there. */
  private states(states: readonly State[]): readonly [...Matrix, ...Matrix] {
    this.end = this.floor;
    const small = this.matrix(states.length, SMALL_ROW, 1);
    const words = this.matrix(states.length, WORDS_ROW, WORD);
    states.forEach((state, number) => {
      new Int8Array(this.memory.buffer, small[0] + number * SMALL_ROW).set(state.small);
      new BigInt64Array(this.memory.buffer, words[0] + number * WORDS_ROW * WORD).set(state.words);
    });
    return [...small, ...words];
  }

  /** The first state in memory. */
  private state([small, , , words]: readonly [...Matrix, ...Matrix]): State {
    return new State(
      new Int8Array(this.memory.buffer, small, SMALL_ROW).slice(),
      new BigInt64Array(this.memory.buffer, words, WORDS_ROW).slice(),
    );
  }

  private matrix(rows: number, columns: number, width: number): Matrix {
    return [this.take(rows * columns * width), rows, columns];
  }

  private block(length: number, width: number): Block {
    return [this.take(length * width), length];
  }

  /** A block of words with these numbers. */
  private words(...numbers: (number | bigint)[]): Block {
    const block = this.block(numbers.length, WORD);
    new BigInt64Array(this.memory.buffer, block[0], numbers.length).set(numbers.map(BigInt));
    return block;
  }

  private read([address, length]: Block): number[] {
    return Array.from(new BigInt64Array(this.memory.buffer, address, length), Number);
  }

  private rows([address, rows, columns]: Matrix): number[][] {
    return Array.from({ length: rows }, (_, row) => this.read([address + row * columns * WORD, columns]));
  }

  /** Every seat's shares, by row and what was asked. */
  private shares(matrix: Matrix, { players }: State): number[][][] {
    const seats = (row: number[], first: number) => row.slice(first, first + players);
    return this.rows(matrix).map((row) => Array.from({ length: row.length / SEATS }, (_, k) => seats(row, SEATS * k)));
  }

  /** Take memory for the rest of a call; it is not cleared. */
  private take(bytes: number): number {
    const address = this.end;
    this.end += Math.ceil(bytes / 16) * 16;
    const missing = Math.ceil((this.end - this.memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.memory.grow(missing);
    return address;
  }
}
