import { beforeAll, expect, test } from 'vitest';

import { decision, entry, geometry, seatView, snapshot } from '../api/fixtures';
import { has, loadPart } from '../i18n';
import { byKind } from '../table/actions';
import { LESSONS } from './lessons';
import { can, did, isYourTurn, type Scene } from './scene';
import { advance, BEGINNING, isFinished, isRead, passed, textOf, type Course, type Step } from './step';
import { firstOf } from './suggest';

beforeAll(() => loadPart('coach'));

/** A moment in which you can take some actions, after some plies. */
function scene(actions: string[], plies: string[] = [], given: Partial<Scene> = {}): Scene {
  const log = plies.map((ply, index) => entry(index + 1, ply));
  return {
    snapshot: snapshot(),
    decision: decision(1, actions),
    kinds: byKind(actions),
    geometry,
    you: 0,
    own: seatView(0),
    goal: 10,
    log,
    since: [],
    ...given,
  };
}

const STEPS: readonly Step[] = [
  { name: 'roll', when: can('roll'), suggest: firstOf('roll'), praise: () => ({ values: { count: 1 } }) },
  { name: 'look', when: isYourTurn },
  { name: 'seven', when: can('robber'), suggest: firstOf('robber'), isRare: true },
  { name: 'road', when: can('road'), suggest: firstOf('road 7', 'road'), done: did('road', 'end') },
];

test('the first step that comes up is shown, whatever its place', () => {
  expect(advance(STEPS, BEGINNING, scene(['roll']), null).current).toBe('roll');
  expect(advance(STEPS, { ...BEGINNING, done: ['roll', 'look'] }, scene(['road 3']), null).current).toBe('road');
  const waiting = scene([], [], { snapshot: snapshot({ turn: 1 }) });
  expect(advance(STEPS, BEGINNING, waiting, null).current).toBeNull();
});

test('a step is done by doing what it suggests, is praised, and makes room for the next', () => {
  const shown = advance(STEPS, BEGINNING, scene(['roll']), null);
  expect(advance(STEPS, shown, scene(['roll']), 'roll')).toBe(shown);
  const next = advance(STEPS, shown, scene(['end'], ['0: roll']), 'roll');
  expect(next).toMatchObject({ done: ['roll'], current: 'look', praise: { key: 'roll_done' } });
});

test('praise goes when something else comes up later', () => {
  const shown = advance(STEPS, { ...BEGINNING, done: ['look', 'road'] }, scene(['roll']), null);
  const waiting = advance(STEPS, shown, scene([], ['0: roll']), 'roll');
  expect(waiting).toMatchObject({ current: null, praise: { key: 'roll_done' } });
  const later = advance(STEPS, waiting, scene(['robber 1'], ['0: roll', '*: rolled 7']), null);
  expect(later).toMatchObject({ current: 'seven', praise: null });
});

test('what others do, and what was done before, does not count', () => {
  const shown = advance(STEPS, BEGINNING, scene(['roll'], ['0: roll', '0: end']), null);
  expect(shown.from).toBe(2);
  const later = scene(['roll'], ['0: roll', '0: end', '1: roll']);
  expect(advance(STEPS, shown, later, 'roll').current).toBe('roll');
});

test('a step that does not fit any more comes up again later', () => {
  const shown = advance(STEPS, { ...BEGINNING, done: ['roll', 'look'] }, scene(['road 3']), null);
  const gone = advance(STEPS, shown, scene(['end']), 'road 3');
  expect(gone).toMatchObject({ current: null, done: ['roll', 'look'] });
  expect(advance(STEPS, gone, scene(['road 3']), null).current).toBe('road');
});

test('a step to read ends by reading it, or by acting', () => {
  const shown: Course = advance(STEPS, { ...BEGINNING, done: ['roll'] }, scene(['end']), null);
  expect(isRead(STEPS[1]!, scene(['end']))).toBe(true);
  expect(passed(shown)).toMatchObject({ done: ['roll', 'look'], current: null });
  expect(advance(STEPS, shown, scene(['end'], ['0: buy']), null).done).toEqual(['roll', 'look']);
});

test('a chapter is finished without what may not come up', () => {
  const done = ['roll', 'look', 'road'];
  expect(isFinished(STEPS, { ...BEGINNING, done })).toBe(true);
  expect(isFinished(STEPS, { ...BEGINNING, done, current: 'seven' })).toBe(false);
  expect(isFinished(STEPS, { ...BEGINNING, done: ['roll'] })).toBe(false);
});

test('a step that is repeated comes up whenever it can', () => {
  const roll: Step = { name: 'roll', when: can('roll'), suggest: firstOf('roll'), isRepeated: true };
  const steps = [roll, STEPS[3]!];
  const shown = advance(steps, BEGINNING, scene(['roll']), null);
  const done = advance(steps, shown, scene(['end'], ['0: roll']), 'roll');
  expect(done).toMatchObject({ current: null, done: [] });
  expect(advance(steps, done, scene(['roll'], ['0: roll', '0: end']), null).current).toBe('roll');
  expect(advance(steps, { ...done, done: ['road'] }, scene(['roll']), null).current).toBeNull(); // the coach steps back
});

test('a text can have a variant, and always knows the points', () => {
  const step: Step = { name: 'gain', when: isYourTurn, variant: () => 'none', values: () => ({ roll: 4 }) };
  expect(textOf(step, scene(['end']))).toEqual({ key: 'gain_none', values: { points: 0, goal: 10, roll: 4 } });
});

const CHAPTERS = LESSONS.flatMap((lesson) => lesson.chapters);

test('names of chapters are unique, and so are those of the steps of each', () => {
  expect(new Set(CHAPTERS.map(({ name }) => name)).size).toBe(CHAPTERS.length);
  for (const { steps } of CHAPTERS) expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
});

const VARIANTS: Record<string, readonly string[]> = {
  gain: ['gain', 'gain_none'],
  answers: ['answers_deal', 'answers_counter', 'answers_none'],
};

test.each(CHAPTERS)('every text of the chapter $name exists', ({ name, steps }) => {
  const texts = steps.flatMap((step) => VARIANTS[step.name] ?? [step.name]);
  const praises = steps.filter((step) => step.praise).map((step) => `${step.name}_done`);
  const keys = [`chapter_${name}`, `chapter_${name}_text`, ...texts, ...praises];
  expect(keys.filter((key) => !has(`coach.${key}`))).toEqual([]);
});
