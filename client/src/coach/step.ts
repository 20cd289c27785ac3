/** Steps of a lesson, and which of them is shown: pure functions over scenes of a game. */

import type { LogEntry } from '../api/messages';
import { readAction, type Where } from '../table/actions';
import type { Scene, Test } from './scene';
import type { Suggest } from './suggest';

/** A place of the island that a step rings. */
export interface Ring {
  where: Where;
  number: number;
}

/** A part of the table that a step marks. */
export type Part = 'hand' | 'players' | 'road' | 'settle' | 'city' | 'buy' | 'trade' | 'end';

type Values = Record<string, string | number>;

/**
 * One thing that the coach explains when it first comes up. Its text is the message `coach.NAME`, what was good about it
 * `coach.NAME_done`, each followed by `_` and the variant, if there is one.
 */
export interface Step {
  name: string;
  when: Test; // when it comes up
  suggest?: Suggest; // what to do; a step that suggests nothing is only read
  done?: Test; // by default: you did what it suggests, or you have read it
  variant?: (scene: Scene) => string;
  values?: (scene: Scene) => Values;
  praise?: (scene: Scene) => { variant?: string; values?: Values } | null; // null: nothing to say
  rings?: (scene: Scene) => readonly Ring[]; // besides the suggested place
  parts?: readonly Part[]; // besides the suggested button
  isRare?: boolean; // may not come up: a chapter is finished without it
  isRepeated?: boolean; // comes up again and again; also rare
}

/** A message with its values. */
export interface Message {
  key: string;
  values: Values;
}

/** How far somebody is in a chapter. */
export interface Course {
  done: readonly string[]; // names of steps
  current: string | null; // the step that is shown
  from: number; // the event after which it was shown
  praise: Message | null; // for the step before
}

export const BEGINNING: Course = { done: [], current: null, from: -1, praise: null };

export function stepOf(steps: readonly Step[], name: string | null): Step | null {
  return steps.find((step) => step.name === name) ?? null;
}

function message(base: string, scene: Scene, variant: string | undefined, values: Values | undefined): Message {
  const shown = { points: scene.own.points, goal: scene.goal ?? 10, ...values };
  return { key: variant ? `${base}_${variant}` : base, values: shown };
}

/** What a step says. */
export function textOf(step: Step, scene: Scene): Message {
  return message(step.name, scene, step.variant?.(scene), step.values?.(scene));
}

/** Whether a step asks for nothing but that it is read. */
export function isRead(step: Step, scene: Scene): boolean {
  return (step.suggest?.(scene) ?? null) === null;
}

function hasActed({ since, you }: Scene): boolean {
  return since.some((entry) => entry.seat === you && !entry.is_undone);
}

/** Whether you did what a step suggests. Acting otherwise also ends a step that is only read. */
function isDone(step: Step, scene: Scene, suggested: string | null): boolean {
  if (step.done) return step.done(scene);
  if (suggested === null) return hasActed(scene);
  const { kind } = readAction(suggested);
  return scene.since.some(
    ({ seat, ply, is_undone }) =>
      seat === scene.you && !is_undone && readAction((ply ?? '').replace(/^[*\d]+!?: */, '')).kind === kind,
  );
}

function sinceEvent(log: readonly LogEntry[], from: number): readonly LogEntry[] {
  return log.filter((entry) => entry.event > from);
}

/** The course once a step is behind you. */
function behind(course: Course, step: Step, praise: Message | null): Course {
  const done = step.isRepeated ? course.done : [...course.done, step.name];
  return { ...course, done, current: null, praise };
}

/** The course after the current step has been read, or is skipped. */
export function passed(course: Course): Course {
  if (course.current === null) return course;
  return { ...course, done: [...course.done, course.current], current: null, praise: null };
}

/**
 * The course at a moment of the game: a step that is done makes room for the next one that comes up. `suggested` is what
 * the current step suggested when it was shown.
 */
export function advance(steps: readonly Step[], course: Course, scene: Scene, suggested: string | null): Course {
  const step = stepOf(steps, course.current);
  let next = course;
  if (step) {
    const now = { ...scene, since: sinceEvent(scene.log, course.from) };
    if (isDone(step, now, suggested)) next = behind(course, step, praiseOf(step, now, suggested));
    else if (!step.when(now))
      next = { ...course, current: null }; // it may come up again
    else return course;
  }
  const isOver = isFinished(steps, next); // then the coach steps back
  const found = steps.find((one) => !next.done.includes(one.name) && !(one.isRepeated && isOver) && one.when(scene));
  if (!found) return next;
  const praise = next.done === course.done ? null : next.praise; // praise is for what was done just now
  return { ...next, praise, current: found.name, from: scene.log.at(-1)?.event ?? -1 };
}

function praiseOf(step: Step, scene: Scene, suggested: string | null): Message | null {
  if (!step.praise || (suggested === null && !step.done)) return null;
  const praise = step.praise(scene);
  return praise && message(`${step.name}_done`, scene, praise.variant, praise.values);
}

/** Whether every step that must come up has. */
export function isFinished(steps: readonly Step[], { done, current }: Course): boolean {
  return current === null && steps.every((step) => step.isRare || step.isRepeated || done.includes(step.name));
}
