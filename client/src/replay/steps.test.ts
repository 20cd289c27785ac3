import { describe, expect, it } from 'vitest';

import type { Replay, Step } from '../api/messages';
import { clamped, searchOf, stepDuration, stepIn, textsUntil, turnAfter, turnAt, turnBefore, turnsOf } from './steps';

function step(turnNumber: number, turn: number, ...sentences: string[]): Step {
  return {
    ply: null,
    seat: turn,
    sentences,
    snapshot: { turn_number: turnNumber, turn },
    comment: null,
  } as unknown as Step;
}

const STEPS = [step(0, 0), step(0, 0, 'Ada settles.'), step(1, 0), step(1, 0, 'Ada rolls 8.'), step(2, 1, 'Ada ends.')];
const TURNS = turnsOf(STEPS);

describe('a replay', () => {
  it('has a founding and turns', () => {
    expect(TURNS).toEqual([
      { at: 0, number: 0, seat: null },
      { at: 2, number: 1, seat: 0 },
      { at: 4, number: 2, seat: 1 },
    ]);
    expect(turnAt(TURNS, 3).number).toBe(1);
  });

  it('goes from turn to turn', () => {
    expect(turnBefore(TURNS, 3)).toBe(2);
    expect(turnBefore(TURNS, 2)).toBe(0);
    expect(turnAfter(TURNS, 0, 4)).toBe(2);
    expect(turnAfter(TURNS, 4, 4)).toBe(4);
  });

  it('stays within the game', () => {
    const replay = { steps: STEPS } as Replay;
    expect(clamped(replay, -3)).toBe(0);
    expect(clamped(replay, 99)).toBe(4);
  });

  it('has a step in its address', () => {
    const replay = { steps: STEPS } as Replay;
    for (const at of [0, 1, 4]) expect(stepIn(searchOf(at), replay)).toBe(at);
    expect(stepIn('?at=99', replay)).toBe(4);
    for (const odd of ['?at=', '?at=x', '?at=1.5', '?at=-3', '?other']) expect(stepIn(odd, replay)).toBe(0);
  });

  it('lists the sentences of a turn up to the current step', () => {
    expect(textsUntil(STEPS, 0, 2)).toEqual([{ at: 1, sentences: ['Ada settles.'] }]);
  });

  it('shows longer sentences longer', () => {
    expect(stepDuration(STEPS[0]!, 1)).toBeLessThan(stepDuration(STEPS[1]!, 1));
    expect(stepDuration(STEPS[1]!, 2)).toBeLessThan(stepDuration(STEPS[1]!, 1));
  });
});
