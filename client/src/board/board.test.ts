import { describe, expect, test } from 'vitest';

import { preferences } from '../app/preferences.svelte';
import { decision, geometry, entry, snapshot, seatView } from '../api/fixtures';
import { readAction } from '../table/actions';
import { FLIGHT_MS, speedFor, MAX_MS, ROLL_MS, cardTimings } from './animator.svelte';
import { actionName, choiceName, siteName } from './naming';
import { harborSpot, hexOutline, islandBox, lineOf, pathEnds, spotOf } from './places';
import { transfers } from './transfers';
import { victimChoices } from './victims';
import { CLOSEST, Zoom } from './zoom.svelte';

const nameOf = (seat: number) => ['Ada', 'Bo'][seat]!;

describe('places', () => {
  test('a path goes from left to right, a vertical one downwards', () => {
    expect(pathEnds(geometry, 1)).toEqual([
      [0, -28],
      [48, -56],
    ]);
    expect(pathEnds(geometry, 2)).toEqual([
      [0, -28],
      [0, 28],
    ]);
    expect(spotOf(geometry, 'path', 2)).toEqual([0, 0]);
    expect(lineOf(geometry, 2, 0.25, 0.75)).toBe('M0 -14L0 14');
  });

  test('the outline of a hex is closed', () => {
    expect(hexOutline()).toMatch(/^M.*Z$/);
  });

  test('a harbor lies off its coast', () => {
    const [x, y] = harborSpot(geometry, 0);
    expect([Math.round(x), Math.round(y)]).toEqual([-2, -81]);
  });

  test('the part of the sea that is shown fits the frame around the island', () => {
    const [left, top, width, height] = islandBox(geometry, 1);
    expect(width).toBe(height);
    expect(left + width / 2).toBe(0); // the land is in the middle
    expect(top).toBeLessThanOrEqual(-81 - 28);
    expect(islandBox(geometry, 4)[2]).toBe(4 * islandBox(geometry, 4)[3]);
    expect(islandBox({ ...geometry, terrain: ['sea', 'sea', 'sea'] }, 1)).toEqual(geometry.view_box);
  });
});

describe('names', () => {
  test('a site is named by the land around it', () => {
    expect(siteName(geometry, 3)).toBe('site 3: hills 6, forest 8, desert');
    expect(siteName(geometry, 0)).toBe('site 0: hills 6; 3:1 harbor');
  });

  const named = (text: string, where: 'site' | 'path' | 'hex', given = snapshot()) => {
    const action = readAction(text);
    return choiceName(geometry, given, { where, number: action.place ?? 0, action }, nameOf);
  };

  test('every choice says what it does', () => {
    expect(named('settle 1', 'site')).toBe('Settlement on site 1: hills 6, forest 8; 3:1 harbor');
    expect(named('city 2', 'site')).toBe('City on site 2: forest 8');
    expect(named('road 2', 'path')).toBe('Road on path 2: between hills 6 and forest 8');
    expect(named('road 1', 'path')).toBe('Road on path 1: between forest 8 and the coast');
    expect(named('robber 1', 'hex')).toBe('Move robber to hex 1: forest 8');
  });

  test('every action can be said in words', () => {
    const said = (text: string) => actionName(geometry, snapshot(), readAction(text), nameOf);
    expect(said('settle 3')).toBe('Settlement on hills 6, forest 8, desert');
    expect(said('settle 1')).toBe('Settlement on hills 6, forest 8; 3:1 harbor');
    expect(said('road 2')).toBe('Road between hills 6 and forest 8');
    expect(said('robber 1')).toBe('Move robber to forest 8');
    expect(said('bank 4 ore for 1 wool')).toBe('Trade with the bank: 4 ore for 1 wool');
    expect(said('offer 1 ore for 2 wool to 1')).toBe('Make an offer: 1 ore for 2 wool to Bo');
    expect(said('counter 1 ore for 2 wool')).toBe('Make a counter-offer: 1 ore for 2 wool');
    expect(said('take 1')).toBe('Accept a proposal: Bo');
    expect(said('stop')).toBe('Skip the second road');
    expect(said('discard 1 ore 2 wool')).toBe('Discard: 2 wool and 1 ore');
    expect(said('plenty 2 ore')).toBe('Year of plenty: 2 ore');
    expect(said('monopoly ore')).toBe('Monopoly: ore');
    expect(said('rob 1')).toBe('Rob Bo');
    expect(said('rob nobody')).toBe('Rob nobody');
    expect(said('knight')).toBe('Play knight');
    expect(said('buy')).toBe('Buy a development card');
    expect(said('end')).toBe('End turn');
  });

  test('places have numbers with the text board', () => {
    preferences.hasTextBoard = true;
    try {
      expect(actionName(geometry, snapshot(), readAction('robber 1'), nameOf)).toBe('Move robber to hex 1: forest 8');
    } finally {
      preferences.hasTextBoard = false;
    }
  });

  test('a robber choice names the players at the hex', () => {
    const seats = [seatView(0), seatView(1, { cities: [2] })];
    expect(named('robber 1', 'hex', snapshot({ seats }))).toBe('Move robber to hex 1: forest 8, next to Bo');
  });

  test('a victim is chosen by its buildings next to the robber', () => {
    const given = snapshot({ robber: 1, seats: [seatView(0), seatView(1, { settlements: [0], cities: [2] })] });
    const rob = decision(3, ['rob 1', 'rob nobody'], { victims: { 1: [2] } });
    const choices = victimChoices(rob, rob.actions.map(readAction));
    expect(choices.map((choice) => choice.number)).toEqual([2]);
    expect(choiceName(geometry, given, choices[0]!, nameOf)).toBe('Rob Bo on site 2: forest 8');
  });
});

describe('moving cards', () => {
  const seats = [seatView(0, { settlements: [1] }), seatView(1, { cities: [2] })];
  const before = snapshot({ seats });

  test('a roll brings cards from its hexes to hands', () => {
    const rolled = entry(5, '*: rolled 4+4', {
      gains: { 0: { lumber: 1 }, 1: { lumber: 2 } },
      gain_hexes: { 0: [1], 1: [1] },
    });
    const hex = { hex: 1 };
    expect(transfers(geometry, rolled, before, before)).toEqual([
      { resource: 'lumber', from: hex, to: { seat: 0 } },
      { resource: 'lumber', from: hex, to: { seat: 1 } },
      { resource: 'lumber', from: hex, to: { seat: 1 } },
    ]);
  });

  test('founding brings cards from around the settlement', () => {
    const founded = entry(5, '0: settle 1', { gains: { 0: { brick: 1, lumber: 1 } }, gain_hexes: { 0: [0, 1] } });
    expect(transfers(geometry, founded, before, before).map((one) => one.from)).toEqual([{ hex: 0 }, { hex: 1 }]);
  });

  test('a trade with the bank goes both ways', () => {
    const ways = transfers(geometry, entry(5, '0: bank 2 ore for 1 wool'), before, before);
    expect(ways.map((one) => [one.resource, one.to])).toEqual([
      ['ore', 'bank'],
      ['ore', 'bank'],
      ['wool', { seat: 0 }],
    ]);
  });

  test('a deal swaps what was offered', () => {
    const offer = { seat: 0, give: { ore: 1 }, take: { wool: 1 }, to: [1], accepted: [1], waiting: [] };
    const ways = transfers(geometry, entry(5, '0: deal 1'), snapshot({ offer }), before);
    expect(ways.map((one) => [one.resource, one.to])).toEqual([
      ['ore', { seat: 1 }],
      ['wool', { seat: 0 }],
    ]);
  });

  test('an accepted proposal swaps its cards', () => {
    const proposals = [{ seat: 1, give: { ore: 1 }, take: { wool: 1 }, to: [0], accepted: [], waiting: [0] }];
    const ways = transfers(geometry, entry(5, '0: take 1'), snapshot({ proposals }), before);
    expect(ways.map((one) => [one.resource, one.to])).toEqual([
      ['ore', { seat: 0 }],
      ['wool', { seat: 1 }],
    ]);
  });

  test('an unknown stolen card stays face down', () => {
    const [way] = transfers(geometry, entry(5, '*: 0 stole ? from 1'), before, before);
    expect(way).toEqual({ resource: null, from: { seat: 1 }, to: { seat: 0 } });
  });

  test('hidden discards are counted by what the hand lost', () => {
    const [had, has] = [3, 1].map((size) => snapshot({ seats: [seatView(0), seatView(1, { hand_size: size })] }));
    expect(transfers(geometry, entry(5, '1: discard ?'), had!, has!)).toHaveLength(2);
  });

  test('a monopoly takes from everybody else', () => {
    const [had, has] = [3, 1].map((size) => snapshot({ seats: [seatView(0), seatView(1, { hand_size: size })] }));
    const ways = transfers(geometry, entry(5, '0: monopoly ore'), had!, has!);
    expect(ways).toHaveLength(2);
    expect(ways[0]).toEqual({ resource: 'ore', from: { seat: 1 }, to: { seat: 0 } });
  });

  test('an undo or a chat event moves no cards', () => {
    expect(transfers(geometry, entry(5, '0: bank 4 ore for 1 wool', { is_undone: true }), before, before)).toEqual([]);
    expect(transfers(geometry, entry(5, '0: end'), before, before)).toEqual([]);
    expect(transfers(geometry, entry(5, null), before, before)).toEqual([]);
  });
});

describe('zoom', () => {
  const size = { width: 400, height: 300 };

  test('zooming keeps the point under the fingers', () => {
    const zoom = new Zoom();
    zoom.to(2, [100, 100], size);
    expect([zoom.scale, zoom.x, zoom.y]).toEqual([2, -100, -100]);
  });

  test('zoom and position stay within bounds', () => {
    const zoom = new Zoom();
    zoom.to(100, [0, 0], size);
    expect(zoom.scale).toBe(CLOSEST);
    zoom.to(0.1, [0, 0], size);
    expect([zoom.scale, zoom.x, zoom.y]).toEqual([1, 0, 0]);
  });

  test('two fingers pinch, one drags when zoomed in', () => {
    const zoom = new Zoom();
    zoom.down(1, [100, 150]);
    zoom.move(1, [130, 150], size);
    expect(zoom.x).toBe(0);
    zoom.down(2, [230, 150]);
    zoom.move(2, [330, 150], size);
    expect(zoom.scale).toBe(2);
    zoom.up(2);
    const at = zoom.x;
    zoom.move(1, [120, 150], size);
    expect(zoom.x).toBe(at - 10);
    expect(zoom.wasDragged).toBe(true);
    zoom.up(1);
    expect(zoom.isMoving).toBe(false);
  });

  test('a finger that hardly moves is a click', () => {
    const zoom = new Zoom();
    zoom.down(1, [100, 100]);
    zoom.move(1, [102, 101], size);
    zoom.up(1);
    expect(zoom.wasDragged).toBe(false);
  });
});

describe('durations', () => {
  test('many cards take as long as one', () => {
    for (const count of [1, 2, 8, 24]) {
      const last = cardTimings(count).at(-1)!;
      expect(last.delay + last.duration).toBeCloseTo(FLIGHT_MS);
      expect(last.duration).toBeGreaterThan(200);
    }
    expect(cardTimings(0)).toEqual([]);
  });

  test('two events at once stay within the limit', () => {
    const bought = [entry(1, '0: buy'), entry(2, '*: 0 drew knight')];
    expect((2 * FLIGHT_MS) / speedFor(bought)).toBeLessThanOrEqual(MAX_MS);
    expect(speedFor([entry(1, '0: roll'), entry(2, '*: rolled 3+4')])).toBe(1);
    expect(speedFor([])).toBe(1);
  });

  test('a roll and its cards are short', () => {
    expect(ROLL_MS + 60 + FLIGHT_MS).toBeLessThanOrEqual(MAX_MS);
  });
});

describe('payments and gifts', () => {
  const before = snapshot({ bank: { brick: 10, lumber: 10 }, seats: [seatView(0, { hand_size: 4 }), seatView(1)] });

  test('building pays the bank, free building does not', () => {
    const after = snapshot({ bank: { brick: 11, lumber: 11 } });
    const cards = transfers(geometry, entry(1, '0: road 2'), before, after);
    expect(cards.map((card) => card.resource)).toEqual(['brick', 'lumber']);
    expect(cards[0]).toMatchObject({ from: { seat: 0 }, to: 'bank' });
    expect(transfers(geometry, entry(1, '0: road 2'), before, before)).toEqual([]);
    expect(transfers(geometry, entry(1, '0: road 2', { is_undone: true }), before, after)).toEqual([]);
  });

  test('cards of a forced trade go to the player whose hand grows', () => {
    const after = snapshot({ seats: [seatView(0, { hand_size: 2 }), seatView(1, { hand_size: 2 })] });
    const known = transfers(geometry, entry(1, '0: give 1 wool 1 ore'), before, after);
    expect(known).toHaveLength(2);
    expect(known[0]).toEqual({ resource: 'wool', from: { seat: 0 }, to: { seat: 1 } });
    const hidden = transfers(geometry, entry(1, '0: give ?'), before, after);
    expect(hidden.map((card) => card.resource)).toEqual([null, null]);
    expect(transfers(geometry, entry(1, '0: give ?'), before, before)).toEqual([]);
  });
});
