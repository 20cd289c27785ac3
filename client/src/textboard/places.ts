/** The pieces and the legal actions, by place. */

import type { Decision, Snapshot } from '../api/messages';
import { readAction, whereOf } from '../table/actions';
import type { Kind, Place } from './adjacency';

/** A piece on the board. */
export interface Piece {
  seat: number;
  kind: 'settlement' | 'city' | 'road';
  isNeutral: boolean;
}

/** The key of a place in a map. */
export function keyOf({ kind, number }: Place): string {
  return `${kind} ${number}`;
}

/** The pieces on the board by place. */
export function piecesOf(snapshot: Snapshot): Map<string, Piece> {
  const pieces = new Map<string, Piece>();
  const put = (kind: Kind, numbers: readonly number[], piece: Piece): void => {
    for (const number of numbers) pieces.set(keyOf({ kind, number }), piece);
  };
  const seats = [
    ...snapshot.seats.map((seat) => ({ seat, isNeutral: false })),
    ...(snapshot.neutral ?? []).map((seat) => ({ seat, isNeutral: true })),
  ];
  for (const { seat, isNeutral } of seats) {
    put('site', seat.settlements, { seat: seat.seat, kind: 'settlement', isNeutral });
    put('site', seat.cities, { seat: seat.seat, kind: 'city', isNeutral });
    put('path', seat.roads, { seat: seat.seat, kind: 'road', isNeutral });
  }
  return pieces;
}

/** An action at a place, of one of the kinds `settle`, `city`, `road`, `robber`, `neutral-...`. */
export interface PlaceAction {
  text: string; // in the notation
  kind: string;
  place: Place;
  seat: number | null; // the neutral player that it is for
}

/** The legal actions at places, in their order. */
export function placeActionsOf(decision: Decision | null): PlaceAction[] {
  return (decision?.actions ?? []).flatMap((text) => {
    const parsed = readAction(text);
    const where = whereOf(parsed.kind);
    if (where === null || parsed.place === null) return [];
    return [{ text, kind: parsed.kind, place: { kind: where, number: parsed.place }, seat: parsed.seat }];
  });
}

/** Actions by place. */
export function byPlace(actions: readonly PlaceAction[]): Map<string, PlaceAction[]> {
  const found = new Map<string, PlaceAction[]>();
  for (const action of actions) {
    const key = keyOf(action.place);
    found.set(key, [...(found.get(key) ?? []), action]);
  }
  return found;
}
