import { expect, it } from 'vitest';

import type { Geometry, Snapshot } from '../api/messages';
import { actionName } from './actionName';

const geometry = {
  site_hexes: [[0, 1]],
  terrain: ['hills', 'fields'],
  tokens: [6, 9],
  harbors: [],
  paths: [],
} as unknown as Geometry;
const snapshot = { seats: [] } as unknown as Snapshot;
const name = (text: string) => actionName(text, geometry, snapshot, (seat) => ['Ada', 'Bo'][seat] ?? '');

it.each([
  ['settle 0', 'Settlement on site 0: hills 6, fields 9'],
  ['end', 'End the turn'],
  ['rob 1', 'Rob Bo'],
  ['rob nobody', 'Rob nobody'],
  ['bank 4 ore for 1 wool', 'Trade 4 ore for 1 wool with the bank'],
  ['monopoly wool', 'Monopoly: take all wool'],
  ['discard 2 brick 1 ore', 'Discard 2 brick and 1 ore'],
  ['take 0', "Accept Ada's proposal"],
  ['stop', 'Skip the second road'],
])('%s is called %s', (text, expected) => {
  expect(name(text)).toBe(expected);
});
