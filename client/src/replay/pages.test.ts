import { describe, expect, it } from 'vitest';
import type { Replay, Step } from '../messages';
import { clamped, stayOf, toldUntil, turnAfter, turnAt, turnBefore, turnsOf } from './pages';

function step(turnNumber: number, turn: number, ...said: string[]): Step {
  return { ply: null, seat: turn, said, look: { turn_number: turnNumber, turn }, comment: null } as unknown as Step;
}

const STEPS = [step(0, 0), step(0, 0, 'Ada settles.'), step(1, 0), step(1, 0, 'Ada rolls 8.'), step(2, 1, 'Ada ends.')];
const TURNS = turnsOf(STEPS);

describe('a game shown again', () => {
  it('has its founding and its turns', () => {
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

  it('tells a turn up to where one is', () => {
    expect(toldUntil(STEPS, 0, 2)).toEqual([{ at: 1, said: ['Ada settles.'] }]);
  });

  it('stays longer where more is said', () => {
    expect(stayOf(STEPS[0]!, 1)).toBeLessThan(stayOf(STEPS[1]!, 1));
    expect(stayOf(STEPS[1]!, 2)).toBeLessThan(stayOf(STEPS[1]!, 1));
  });
});
