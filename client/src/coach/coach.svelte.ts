/** The coach of one game: which step is shown, what it lights, and what is kept of it. */

import type { Choice } from '../table/store.svelte';
import type { GameUi } from '../table/gameUi.svelte';
import { readAction, type ParsedAction } from '../table/actions';
import { placesOf } from '../board/victims';
import { chapterOf, type Chapter } from './lessons';
import { loadProgress, updateProgress, withFinished, withGame } from './progress';
import type { Scene } from './scene';
import { advance, BEGINNING, isFinished, isRead, passed, stepOf, textOf } from './step';
import type { Course, Message, Part, Ring, Step } from './step';

const TRADES = ['offer', 'propose', 'counter', 'bank', 'deal', 'take'];

/** Where a resumed course begins: after what is behind you; a whole game does not repeat what was learned elsewhere. */
function begin(game: string): { chapter: Chapter | null; course: Course } {
  const progress = loadProgress();
  const stored = progress.games.find((one) => one.game === game);
  const chapter = chapterOf(stored?.chapter ?? '');
  const done = chapter?.isGame ? [...progress.learned, ...(stored?.done ?? [])] : (stored?.done ?? []);
  return { chapter, course: { ...BEGINNING, done } };
}

export class Coach {
  readonly chapter: Chapter | null;
  course = $state.raw<Course>(BEGINNING);
  private suggestedBefore: string | null = null; // what the current step suggested when it was last looked at

  constructor(readonly ui: GameUi) {
    const { chapter, course } = begin(ui.table.game);
    this.chapter = chapter;
    this.course = course;
  }

  /** The moment that is shown; null before the game has begun, and for those who only watch. */
  get scene(): Scene | null {
    const { snapshot, decision, kinds, geometry, you, own, log } = this.ui.table;
    if (!snapshot || !geometry || you === null || !own) return null;
    const goal = this.ui.goal;
    return { snapshot, decision, kinds, geometry, you, own, goal, log, since: [] };
  }

  private get steps(): readonly Step[] {
    return this.chapter?.steps ?? [];
  }

  get step(): Step | null {
    return stepOf(this.steps, this.course.current);
  }

  get text(): Message | null {
    const { step, scene } = this;
    return step && scene && textOf(step, scene);
  }

  /** What the step suggests, in notation. */
  get suggested(): ParsedAction | null {
    const { step, scene } = this;
    const text = (scene && step?.suggest?.(scene)) ?? null;
    return text === null ? null : readAction(text);
  }

  /** Whether the step is only to be read. */
  get isRead(): boolean {
    const { step, scene } = this;
    return step !== null && scene !== null && isRead(step, scene);
  }

  get isFinished(): boolean {
    return isFinished(this.steps, this.course) || this.ui.table.snapshot?.phase === 'over';
  }

  /** How many steps are behind you, of how many that must come up. */
  get place(): { at: number; of: number } {
    const needed = this.steps.filter((step) => !(step.isRare || step.isRepeated) || step.name === this.course.current);
    return { at: needed.filter((step) => this.course.done.includes(step.name)).length, of: needed.length };
  }

  /** The rings on the island: those of the step, and the suggested place. */
  get rings(): readonly Ring[] {
    const { step, scene, suggested } = this;
    if (!step || !scene) return [];
    const places: readonly Choice[] = suggested ? placesOf(suggested, scene.decision) : [];
    return step.rings?.(scene) ?? places;
  }

  /** The kinds of action whose buttons are marked. */
  get kinds(): readonly string[] {
    const kind = this.suggested?.kind;
    if (kind === undefined) return [];
    return TRADES.includes(kind) ? ['trade', kind] : [kind];
  }

  get parts(): readonly Part[] {
    return this.step?.parts ?? [];
  }

  /** Follow the game. */
  update(): void {
    const { scene } = this;
    if (!scene || !this.chapter) return;
    const before = this.course;
    for (let count = 0; count <= this.steps.length; count += 1) {
      const next = advance(this.steps, this.course, scene, this.suggestedBefore);
      if (next === this.course) break;
      const isSame = next.current === this.course.current;
      this.course = next;
      if (isSame) break;
      this.suggestedBefore = null;
    }
    this.suggestedBefore = this.suggested?.text ?? this.suggestedBefore;
    if (before !== this.course) this.keep();
  }

  /** Go on: the step has been read, or is skipped. */
  pass(): void {
    this.course = passed(this.course);
    this.suggestedBefore = null;
    this.update();
    this.keep();
  }

  private keep(): void {
    const { chapter, course, ui, isFinished } = this;
    if (!chapter) return;
    const played = { game: ui.table.game, chapter: chapter.name, done: course.done, isFinished };
    updateProgress((progress) => {
      const next = withGame(progress, played);
      return isFinished ? withFinished(next, chapter.name) : next;
    });
  }
}
