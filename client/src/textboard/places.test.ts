import { expect, it } from 'vitest';

import type { Decision, Snapshot, SeatView } from '../api/messages';
import { byPlace, placeActionsOf, piecesOf } from './places';

function seat(number: number, pieces: Partial<SeatView>): SeatView {
  return { seat: number, settlements: [], cities: [], roads: [], ...pieces } as SeatView;
}

const decision = (actions: string[]): Decision => ({
  id: 1,
  is_awaited: true,
  prompt: 'main',
  actions,
  forms: [],
  can_undo: false,
  is_auto_refused: false,
  is_automatic: false,
  victims: {},
});

it('finds the pieces by place, neutral ones too', () => {
  const snapshot = {
    seats: [seat(0, { settlements: [3], roads: [7] }), seat(1, { cities: [9] })],
    neutral: [seat(2, { settlements: [20] })],
  } as unknown as Snapshot;
  const pieces = piecesOf(snapshot);
  expect(pieces.get('site 3')).toEqual({ seat: 0, kind: 'settlement', isNeutral: false });
  expect(pieces.get('site 9')?.kind).toBe('city');
  expect(pieces.get('path 7')?.kind).toBe('road');
  expect(pieces.get('site 20')?.isNeutral).toBe(true);
});

it('sorts legal actions by their places and leaves out those without', () => {
  const actions = placeActionsOf(
    decision(['end', 'settle 17', 'city 17', 'road 4 for 2', 'robber 5', 'bank 4 ore for 1 wool']),
  );
  expect(actions.map((action) => action.text)).toEqual(['settle 17', 'city 17', 'road 4 for 2', 'robber 5']);
  expect(actions[2]).toMatchObject({ kind: 'neutral-road', seat: 2, place: { kind: 'path', number: 4 } });
  expect(
    byPlace(actions)
      .get('site 17')
      ?.map((action) => action.kind),
  ).toEqual(['settle', 'city']);
});

it('has no actions without a decision', () => {
  expect(placeActionsOf(null)).toEqual([]);
});
