import { describe, expect, it } from 'vitest';

import type { LogEntry } from '../api/messages';
import { turnsOf, latest, missed, runsOf } from './turns';

function entry(event: number, seat: number | null, ply: string | null, ...sentences: string[]): LogEntry {
  return { event, seat, ply, sentences, gains: {}, gain_hexes: {}, is_undone: false };
}

const LOG = [
  entry(1, 6, '*: start 0 rolled 8', 'Blue rolls 8.'),
  entry(2, 0, '0: settle 4', 'Blue founds.'),
  entry(3, 0, '0: roll'),
  entry(4, 6, '*: rolled 3+5', 'Blue rolls 8.'),
  entry(5, 0, '0: end'),
  entry(6, 1, '1: roll'),
  { ...entry(7, 6, '*: rolled 2+2', 'Orange rolls 4: you take 1 ore.'), gains: { 0: { ore: 1 } } },
  entry(8, 1, '1!: city 9', 'Orange is away.', 'Orange builds a city.'),
];

describe('turns', () => {
  it('folds talk about trades, but not the latest line', () => {
    const talk = ['0: offer 1 wool for 1 ore to 1 2', '1: refuse', '2: counter 1 ore for 2 wool', '0: take 2'];
    const entries = talk.map((ply, i) => entry(i, Number(ply[0]), ply, ply));
    expect(runsOf(entries, 3).map((run) => [run.entries.length, run.isFolded])).toEqual([
      [3, true],
      [1, false],
    ]);
    expect(runsOf(entries.slice(0, 3), 2).map((run) => run.entries.length)).toEqual([2, 1]);
  });

  it('groups the log by turn, the founding first', () => {
    const list = turnsOf(LOG);
    expect(list.map((turn) => [turn.seat, turn.isFounding, turn.entries.length])).toEqual([
      [null, true, 2],
      [0, false, 1],
      [1, false, 2],
    ]);
  });

  it('handles a log that starts in the middle of a turn', () => {
    const log = [entry(40, 2, '2: road 5', 'White builds.'), entry(41, 2, '2: end'), ...LOG.slice(5)];
    expect(turnsOf(log)[0]).toMatchObject({ seat: 2, isFounding: false });
    expect(turnsOf(log.slice(0, 1))[0]).toMatchObject({ seat: 2, isFounding: false }); // as soon as it starts
  });

  it('collects what a player missed', () => {
    const found = missed(LOG, 0)!;
    expect(found.gained).toEqual({ ore: 1 });
    expect(found.rolls).toBe(1);
    expect(found.sentences.map((one) => one.text)).toEqual(['Orange is away.', 'Orange builds a city.']);
    expect(missed(LOG, 1)).toBeNull();
    const passed = [...LOG, entry(9, 1, '1: end'), entry(10, 0, '0: end')]; // in a special build phase
    expect(missed(passed, 0)!.gained).toEqual({ ore: 1 });
  });

  it('includes losses, and the whole log if it starts later', () => {
    const robbed = [...LOG, entry(9, 6, '*: 1 stole wool from 0', 'Orange steals 1 wool from you.')];
    expect(missed(robbed, 0)!.lost).toEqual({ wool: 1 });
    const seven = [...robbed, entry(10, 0, '0: discard 2 ore 1 wool', 'You give back 3 cards.')];
    expect(missed(seven, 0)!.lost).toEqual({ wool: 2, ore: 2 });
    const cut = [...LOG.slice(5), entry(9, 1, '1: end')];
    expect(missed(cut, 0)!.gained).toEqual({ ore: 1 });
    expect(missed(LOG.slice(0, 2), 2)).toBeNull(); // nobody has ended a turn yet
  });

  it('returns the latest sentence', () => {
    expect(latest(LOG)).toBe('Orange is away. Orange builds a city.');
    expect(latest([...LOG, entry(9, 1, '1: end')])).toBe('Orange is away. Orange builds a city.');
    expect(latest([])).toBe('');
  });
});
