/** The pictures of the rules, by rule. */

import { PICTURES, type Picture } from '../help/figures';

export const RULE_PICTURES: Record<string, Picture> = {
  'PRO-1': PICTURES.harvest,
  'PRO-2': {
    hexes: [
      { at: [0, 0], resource: 'ore', token: 9 },
      { at: [1, 0], resource: 'grain', token: 9 },
    ],
    settlements: [
      { at: [0, 0, 4], colour: 'blue' },
      { at: [0, 0, 2], colour: 'blue' },
    ],
  },
  'ROB-2': PICTURES.robber,
  'TRA-8': {
    hexes: [
      { at: [0, 0], resource: 'grain', token: 4 },
      { at: [1, 0], resource: 'lumber', token: 10 },
    ],
    settlements: [{ at: [0, 0, 5], colour: 'blue' }],
    cities: [{ at: [1, 0, 2], colour: 'red' }],
    harbors: [{ at: [0, 0, 4], resource: 'ore' }, { at: [1, 0, 1] }],
  },
  'BLD-1': {
    hexes: [
      { at: [0, 0], resource: 'wool', token: 5 },
      { at: [1, 0], resource: 'brick', token: 8 },
      { at: [0, 1], resource: 'ore', token: 3 },
    ],
    settlements: [
      { at: [0, 0, 5], colour: 'blue' },
      { at: [0, 0, 1], colour: 'red' },
    ],
    roads: [
      { at: [0, 0, 5], colour: 'blue' },
      { at: [0, 0, 0], colour: 'blue' },
    ],
    openPaths: [[0, 0, 4]],
    closedPaths: [
      [0, 0, 1],
      [1, 0, 5],
    ],
  },
  'BLD-3': PICTURES.founding,
  'BLD-4': {
    hexes: [
      { at: [0, 0], resource: 'ore', token: 6 },
      { at: [1, 0], resource: 'grain', token: 11 },
    ],
    cities: [{ at: [0, 0, 2], colour: 'blue' }],
    settlements: [{ at: [0, 0, 5], colour: 'blue' }],
    roads: [{ at: [0, 0, 2], colour: 'blue' }],
  },
  'AWD-1': PICTURES.road,
  'AWD-2': {
    hexes: [
      { at: [0, 0], resource: 'wool', token: 11 },
      { at: [1, 0], resource: 'ore', token: 5 },
    ],
    settlements: [
      { at: [0, 0, 4], colour: 'blue' },
      { at: [0, 0, 1], colour: 'red' },
    ],
    roads: [
      { at: [0, 0, 4], colour: 'blue', number: 1 },
      { at: [0, 0, 5], colour: 'blue', number: 2 },
      { at: [0, 0, 0], colour: 'blue', number: 3 },
      { at: [1, 0, 5], colour: 'blue', number: 1 },
      { at: [1, 0, 0], colour: 'blue', number: 2 },
    ],
  },
  'DUO-5': {
    hexes: [
      { at: [0, 0], resource: 'lumber', token: 8 },
      { at: [1, 0], resource: 'wool', token: 4 },
    ],
    settlements: [
      { at: [0, 0, 5], colour: 'blue' },
      { at: [1, 0, 1], colour: 'white' },
    ],
    roads: [
      { at: [0, 0, 4], colour: 'blue' },
      { at: [1, 0, 1], colour: 'white' },
    ],
  },
  'DUO-11': {
    hexes: [
      { at: [0, 0], resource: 'desert', token: 0 },
      { at: [1, 0], resource: 'brick', token: 5 },
    ],
    settlements: [
      { at: [0, 0, 1], colour: 'blue' },
      { at: [1, 0, 1], colour: 'blue' },
    ],
    robber: [0, 0],
  },
};

/** The development cards and pieces that rules are about. */
export const RULE_CARDS: Record<string, string> = {
  'TRN-5': 'deck',
  'DEV-2': 'knight',
  'DEV-3': 'roadbuilding',
  'DEV-4': 'plenty',
  'DEV-5': 'monopoly',
  'AWD-5': 'knight',
  'WIN-4': 'point',
};

/** What a rule says how to build, by the name of its cost. */
export const RULE_COSTS: Record<string, string> = {
  'BLD-1': 'road',
  'BLD-3': 'settlement',
  'BLD-4': 'city',
  'BLD-5': 'card',
};
