import { describe, expect, it } from 'vitest';

import type { Draft, Geometry } from '../api/messages';
import {
  applied,
  cleared,
  coastPaths,
  isSameIsland,
  ownersOf,
  snapshotOf,
  swapped,
  tradeCardsOf,
  withCards,
  withHand,
  withPhase,
  withTradeCards,
} from './draft';

const DRAFT: Draft = {
  ruleset: 'beginner,players:3',
  terrain: ['hills', 'forest', 'desert'],
  tokens: [5, 6, 0],
  harbors: [[0, 'brick']],
  robber: 2,
  buildings: {},
  roads: {},
  hands: [{}, {}, {}],
  cards: [{}, { knight: 2 }, {}],
  fresh: [{}, { knight: 2 }, {}],
  knights: [0, 0, 0],
  stack: { knight: 3 },
  turn: 1,
  turn_number: 4,
  phase: 'main',
  rolled: [6],
  longest_road: null,
  largest_army: null,
  fields: { offers: '1' },
};

describe('pieces', () => {
  it('are placed, replaced, and taken away by the same again', () => {
    const settled = applied(DRAFT, { kind: 'settlement', seat: 1 }, 7);
    expect(settled.buildings).toEqual({ 7: { kind: 'settlement', seat: 1 } });
    const city = applied(settled, { kind: 'city', seat: 1 }, 7);
    expect(city.buildings).toEqual({ 7: { kind: 'city', seat: 1 } });
    expect(applied(city, { kind: 'city', seat: 1 }, 7).buildings).toEqual({});
    expect(applied(city, { kind: 'city', seat: 2 }, 7).buildings[7]!.seat).toBe(2);
    expect(DRAFT.buildings).toEqual({});
  });

  it('of several seats stand on the island', () => {
    const built = applied(applied(DRAFT, { kind: 'road', seat: 0 }, 3), { kind: 'city', seat: 4 }, 9);
    const { seats, neutral } = snapshotOf(built);
    expect(seats.map(({ roads }) => roads)).toEqual([[3], [], []]);
    expect(neutral.map(({ seat, cities }) => [seat, cities])).toEqual([[4, [9]]]);
    expect(applied(built, { kind: 'road', seat: 0 }, 3).roads).toEqual({});
  });

  it('belong to neutral players only in a duel', () => {
    expect(ownersOf(DRAFT)).toEqual([0, 1, 2]);
    expect(ownersOf({ ...DRAFT, ruleset: 'duel', hands: [{}, {}] })).toEqual([0, 1, 2, 3]);
  });
});

describe('the island', () => {
  it('exchanges two hexes with their tokens', () => {
    const exchanged = swapped(DRAFT, 0, 2);
    expect(exchanged.terrain).toEqual(['desert', 'forest', 'hills']);
    expect(exchanged.tokens).toEqual([0, 6, 5]);
    expect(isSameIsland(DRAFT, exchanged)).toBe(false);
    expect(isSameIsland(DRAFT, swapped(exchanged, 0, 2))).toBe(true);
  });

  it('has no token on a desert', () => {
    expect(applied(DRAFT, { kind: 'terrain', terrain: 'desert' }, 0).tokens).toEqual([0, 6, 0]);
    expect(applied(DRAFT, { kind: 'token', token: 6 }, 1).tokens).toEqual([5, 0, 0]);
  });

  it('has harbors on the coast, one a path', () => {
    const moved = applied(DRAFT, { kind: 'harbor', harbor: 'ore' }, 0);
    expect(moved.harbors).toEqual([[0, 'ore']]);
    expect(applied(moved, { kind: 'harbor', harbor: null }, 0).harbors).toEqual([]);
    const geometry = {
      paths: [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
      site_hexes: [[0], [0, 1], [0, 1], [1]],
    };
    expect(coastPaths(geometry as unknown as Geometry)).toEqual([0, 2]);
  });
});

describe('cards and the turn', () => {
  it('never have more new cards than cards', () => {
    const fewer = withCards(DRAFT, 1, 'knight', 1);
    expect([fewer.cards[1], fewer.fresh[1], fewer.stack]).toEqual([{ knight: 1 }, { knight: 1 }, null]);
    expect(withHand(DRAFT, 0, 'ore', 3).hands).toEqual([{ ore: 3 }, {}, {}]);
  });

  it('have a roll in the main phase only', () => {
    const before = withPhase(DRAFT, 'before roll');
    expect([before.rolled, before.fields]).toEqual([[], {}]);
    expect(withPhase(before, 'main').rolled).toEqual([8]);
    expect(withPhase(DRAFT, 'found settlement').turn_number).toBe(0);
  });

  it('have two rolls that differ in the main phase of a duel, and keep the trade cards', () => {
    const duel = { ...DRAFT, ruleset: 'duel,first_player:given', rolled: [], fields: { offers: '1' } };
    expect(withPhase(duel, 'main').rolled).toEqual([8, 6]);
    expect(withPhase({ ...duel, rolled: [6] }, 'main').rolled).toEqual([6, 8]);
    expect(withPhase(withTradeCards(duel, 1, 3), 'main').fields).toEqual({ '1t': '3' });
    expect(tradeCardsOf(withTradeCards(duel, 1, 3), 1)).toBe(3);
    expect(withTradeCards(withTradeCards(duel, 1, 3), 1, 0)).toEqual(duel);
  });

  it('are gone when all is cleared, and the island stays', () => {
    const empty = cleared(applied(DRAFT, { kind: 'road', seat: 0 }, 3));
    expect([empty.roads, empty.cards, empty.knights]).toEqual([{}, [{}, {}, {}], [0, 0, 0]]);
    expect(isSameIsland(empty, DRAFT)).toBe(true);
  });
});
