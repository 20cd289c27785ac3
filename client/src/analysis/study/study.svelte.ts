/** A game or a position that is being analysed: its tree of variations, where one is in it, and what can be done there. */

import type { Geometry, Seat, Snapshot } from '../../api/messages';
import { toasts } from '../../app/toasts.svelte';
import { seatStyleOf, type SeatStyle } from '../../art/seatStyle';
import { SEAT_NAMES } from '../../art/shapes';
import { actionName } from '../../board/naming';
import { victimChoices } from '../../board/victims';
import { CHANCE, MOST_DEPTH } from '../../engine/layout';
import { writeAction } from '../../engine/position/notation';
import type { CheckedSetup, Choices, DraftLand, EngineClient, Game, Look } from '../../engine/open';
import { forbiddenText } from '../../engine/position/words';
import { colourName, t } from '../../i18n';
import { byKind, readAction, soleKind, whereOf } from '../../table/actions';
import type { Choice } from '../../table/store.svelte';

import { runsOf, type Run } from '../tree/moves';
import { asComment, asName, rulesetOf } from '../tree/record';
import * as trees from '../tree/tree';
import { nodeAt, ROOT, type Moved, type Tree } from '../tree/tree';
import { outcomeName, outcomeWords, plyName } from './words';

/** What does not change while one analyses. */
export interface Base {
  start: Uint8Array; // the bytes of the first state
  head: string; // the tags that begin its record, line by line
  geometry: Geometry;
  svg: string;
  svg_dark: string;
  seats: Seat[];
}

/** Something that chance can do. */
export interface Offered {
  text: string;
  label: string; // in words
  short: string; // the sum, or the card
  weight: number;
}

const MOST_UNDONE = 100;
const ROLLED = /^rolled (\d)\+(\d)$/;

export class Study {
  readonly base: Base;
  tree = $state.raw<Tree>(trees.EMPTY_TREE);
  at = $state(ROOT);
  name = $state('');
  look = $state.raw<Look | null>(null); // at the node that is shown; the last one while the next is on its way
  shown = $state(ROOT); // the node of `look`
  failure = $state(''); // why the engine cannot show positions
  private readonly engine: EngineClient;
  private readonly states = new Map<number, Uint8Array>(); // bytes by node
  private undone = $state.raw<readonly Moved[]>([]);
  private wantedSeat = $state<number | null>(null);
  private wantedKind = $state<string | null>(null);

  constructor(base: Base, engine: EngineClient, tree = trees.EMPTY_TREE, at = ROOT, name = '') {
    this.base = base;
    this.engine = engine;
    this.states.set(ROOT, base.start);
    [this.tree, this.name] = [tree, name];
    this.go(at);
  }

  // --- what is shown ---

  readonly nameOf = (seat: number): string => {
    const found = this.base.seats.find((one) => one.seat === seat);
    return found?.name || colourName(SEAT_NAMES[seat] ?? '');
  };

  readonly runs: Run[] = $derived(runsOf(this.tree, (id) => this.textAt(id) === 'end'));
  /** Whether there is a variation beside the line that leads here. */
  readonly hasVariations = $derived(trees.branchOf(this.tree, this.at) !== null);
  readonly canUndo = $derived(this.undone.length > 0);
  readonly isCurrent = $derived(this.shown === this.at && this.look !== null);
  readonly snapshot: Snapshot | null = $derived(this.look?.snapshot ?? null);
  /** The seats that may act, those first that are waited for. */
  readonly deciding: readonly Choices[] = $derived(
    [...(this.look?.choices ?? [])]
      .filter(({ actions, forms }) => actions.length + forms.length > 0)
      .sort((a, b) => Number(b.is_awaited) - Number(a.is_awaited)),
  );
  /** The seat whose decision is shown. */
  readonly decision: Choices | null = $derived(
    this.deciding.find(({ seat }) => seat === this.wantedSeat) ?? this.deciding[0] ?? null,
  );
  readonly outcomes: readonly Offered[] = $derived(
    (this.look?.outcomes ?? []).map(({ text, weight }) => ({
      text,
      weight,
      label: outcomeWords(text, this.nameOf) ?? text,
      short: outcomeName(text),
    })),
  );
  private readonly kinds = $derived(byKind(this.decision?.actions ?? []));
  /** The kind of action whose places are lit. */
  readonly litKind: string | null = $derived(
    this.wantedKind !== null && this.kinds.has(this.wantedKind) ? this.wantedKind : soleKind(this.kinds),
  );
  /** The places that can be picked on the island. */
  readonly choices: readonly Choice[] = $derived.by(() => {
    const where = this.litKind === null ? null : whereOf(this.litKind);
    const lit = where === null ? [] : (this.kinds.get(this.litKind!) ?? []);
    const places = lit.map((action): Choice => ({ where: where!, number: action.place!, action }));
    return [...places, ...victimChoices(this.decision, this.kinds.get('rob') ?? [])];
  });
  styleOf(seat: number): SeatStyle {
    const found = this.base.seats.find((one) => one.seat === seat);
    return seatStyleOf(found?.colour ?? '', seat, !found);
  }

  textAt(id: number): string {
    const { ply } = nodeAt(this.tree, id);
    return ply ? writeAction(ply.action) : '';
  }

  /** A ply as the list of moves shows it. */
  moveAt(id: number): { seat: number | null; words: string; comment: string } {
    const { ply, comment } = nodeAt(this.tree, id);
    const seat = ply && ply.seat !== CHANCE ? ply.seat : null;
    return { seat, words: plyName(this.textAt(id), this.base.geometry, this.nameOf), comment };
  }

  wordsFor(text: string): string {
    return this.snapshot ? actionName(this.base.geometry, this.snapshot, readAction(text), this.nameOf) : text;
  }

  // --- going through it ---

  /** Go to a node, and show it. */
  go(id: number): void {
    [this.at, this.wantedSeat, this.wantedKind] = [id, null, null];
    void this.show(id);
  }

  back(): void {
    this.go(trees.back(this.tree, this.at));
  }

  forward(): void {
    this.go(trees.forward(this.tree, this.at));
  }

  /** Go to the variation above or below. */
  beside(by: 1 | -1): void {
    this.go(trees.beside(this.tree, this.at, by));
  }

  toStart(): void {
    this.go(ROOT);
  }

  toEnd(): void {
    this.go(trees.endOf(this.tree, this.at));
  }

  private async show(id: number): Promise<void> {
    await this.guarded(async () => {
      const bytes = await this.bytesAt(id);
      const look = await this.engine.look(bytes, this.diceAt(id));
      if (this.at === id) [this.look, this.shown, this.failure] = [look, id, ''];
    });
  }

  /** Ask the engine; if it fails, the page says so. */
  private async guarded(asks: () => Promise<void>): Promise<void> {
    try {
      await asks();
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  /** The bytes of the state at a node. */
  async bytesAt(id: number): Promise<Uint8Array> {
    const path = trees.pathTo(this.tree, id);
    const known = path.findLastIndex((one) => this.states.has(one));
    const rest = path.slice(known + 1);
    if (rest.length === 0) return this.states.get(id)!;
    const plies = rest.map((one) => nodeAt(this.tree, one).ply!);
    const states = await this.engine.states({ start: this.states.get(path[known]!)!, plies });
    rest.forEach((one, index) => this.states.set(one, states[index + 1]!));
    return this.states.get(id)!;
  }

  /** The current position as an editor takes it. Rejects if the engine fails. */
  async edited(): Promise<CheckedSetup> {
    const { terrain, tokens, harbors } = this.base.geometry;
    const land = { terrain, tokens, harbors } as DraftLand;
    return this.engine.edit(await this.bytesAt(this.at), rulesetOf(this.base.head), land);
  }

  /** The game that leads to a node. */
  gameTo(id: number): Game {
    return { start: this.base.start, plies: trees.pliesTo(this.tree, id) };
  }

  /** The faces of the dice in the turn of a node, if they are known. */
  private diceAt(id: number): number[] {
    for (const one of trees.pathTo(this.tree, id).reverse()) {
      const text = this.textAt(one);
      if (text === 'end') return [];
      if (text.startsWith('rolled')) return (ROLLED.exec(text) ?? []).slice(1).map(Number);
    }
    return [];
  }

  // --- playing ---

  /** Choose the seat to act for. */
  actFor(seat: number): void {
    [this.wantedSeat, this.wantedKind] = [seat, null];
  }

  /** Light the places of a kind of action; again, or null, clears them. */
  light(kind: string | null): void {
    this.wantedKind = this.wantedKind === kind ? null : kind;
  }

  /** Play an action for the seat that is shown, or for chance; what a rule forbids is refused and changes nothing. */
  async play(text: string, seat = this.outcomes.length ? CHANCE : this.decision?.seat): Promise<void> {
    const from = this.shown;
    if (seat !== undefined && from === this.at) await this.guarded(() => this.playFrom(from, text, seat));
  }

  private async playFrom(from: number, text: string, seat: number): Promise<void> {
    const played = await this.engine.play(await this.bytesAt(from), seat, text);
    if ('rule' in played) return toasts.show(forbiddenText(played), 'bad', played.rule);
    if (this.at !== from) return; // gone elsewhere meanwhile
    const moved = trees.played(this.tree, from, { seat, action: played.action });
    this.states.set(moved.at, played.bytes);
    this.change(moved);
  }

  /** Say why a place that is not lit cannot be chosen. */
  askWhy(place: number): void {
    const [lit] = this.kinds.get(this.litKind ?? '') ?? [];
    if (lit) void this.play(lit.text.replace(/\d+/, String(place))); // a rule forbids it
  }

  // --- changing the tree ---

  /** Change the tree; one that no record can hold is refused. */
  private change(moved: Moved): void {
    if (moved.tree !== this.tree) {
      if (trees.depthOf(moved.tree) > MOST_DEPTH)
        return toasts.show(t('analysis.too_deep', { most: MOST_DEPTH }), 'bad');
      this.undone = [...this.undone, { tree: this.tree, at: this.at }].slice(-MOST_UNDONE);
      this.tree = moved.tree;
    }
    this.go(moved.at);
  }

  /** Take the last change of the tree back. */
  undo(): void {
    const last = this.undone.at(-1);
    if (!last) return;
    this.undone = this.undone.slice(0, -1);
    this.tree = last.tree;
    this.go(last.at);
  }

  /** Delete the current ply and everything after it. */
  remove(): void {
    this.change(trees.removed(this.tree, this.at));
  }

  promote(): void {
    this.change({ tree: trees.promoted(this.tree, this.at), at: this.at });
  }

  comment(text: string): void {
    this.tree = trees.described(this.tree, this.at, { comment: asComment(text) });
  }

  /** The first ply of the variation that the current one is in; null on the main line. */
  readonly variation: number | null = $derived(
    trees.pathTo(this.tree, this.at).findLast((id) => this.isVariation(id)) ?? null,
  );

  private isVariation(id: number): boolean {
    const { parent } = nodeAt(this.tree, id);
    return parent !== null && nodeAt(this.tree, parent).children[0] !== id;
  }

  nameVariation(text: string): void {
    if (this.variation !== null) this.tree = trees.described(this.tree, this.variation, { name: asName(text) });
  }
}
