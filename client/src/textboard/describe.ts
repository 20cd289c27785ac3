/** Places in words: what they are, their pieces and their surroundings. */

import type { Snapshot, Seat } from '../api/messages';
import { SEAT_NAMES } from '../art/shapes';
import { harborName, landName } from '../board/naming';
import { colourName, formatList, t, tOr } from '../i18n';
import { neighbours, type Adjacency, type Neighbour, type Place } from './adjacency';
import { keyOf, type PlaceAction, type Piece } from './places';

/** What descriptions need to know about a position. */
export interface Scene {
  adjacency: Adjacency;
  snapshot: Snapshot;
  seats: readonly Seat[];
  you: number | null;
  pieces: Map<string, Piece>;
}

/** The name of a piece's owner: 'You', a name, or the colour of a neutral player. */
export function ownerOf(scene: Scene, piece: Pick<Piece, 'seat' | 'isNeutral'>): string {
  if (piece.isNeutral) {
    return t('textboard.neutral', { colour: colourName(SEAT_NAMES[piece.seat] ?? '') });
  }
  if (piece.seat === scene.you) return t('textboard.You');
  const seat = scene.seats.find((one) => one.seat === piece.seat);
  return seat?.name || tOr(`names.${seat?.colour ?? ''}`, {}, String(piece.seat));
}

/** The title of a place. */
export function titleOf({ adjacency }: Scene, place: Place): string {
  const { geometry } = adjacency;
  if (place.kind === 'hex') return t('textboard.hex', { hex: place.number, land: landName(geometry, place.number) });
  if (place.kind === 'site') return t('textboard.site', { site: place.number });
  const [from, to] = geometry.paths[place.number]!;
  return t('textboard.path', { path: place.number, from, to });
}

function lands({ adjacency }: Scene, hexes: readonly number[]): string {
  return formatList(hexes.map((hex) => landName(adjacency.geometry, hex)));
}

/** The buildings at the corners of a hex. */
export function besideHex(scene: Scene, hex: number): { site: number; piece: Piece }[] {
  return (scene.adjacency.hexSites[hex] ?? []).flatMap((site) => {
    const piece = scene.pieces.get(keyOf({ kind: 'site', number: site }));
    return piece ? [{ site, piece }] : [];
  });
}

function describeHex(scene: Scene, hex: number): string[] {
  const around = besideHex(scene, hex).map(({ site, piece }) =>
    t(piece.kind === 'city' ? 'textboard.piece_city' : 'textboard.piece_settlement', {
      owner: ownerOf(scene, piece),
      site,
    }),
  );
  return [
    ...(scene.snapshot.robber === hex ? [t('textboard.robber_here')] : []),
    around.length ? t('textboard.around', { pieces: formatList(around) }) : t('textboard.around_none'),
  ];
}

/** The piece on a site or a path. */
export function standsAt(scene: Scene, place: Place): string {
  const piece = scene.pieces.get(keyOf(place));
  if (!piece) return t(place.kind === 'path' ? 'textboard.free_path' : 'textboard.free_site');
  return t(`textboard.stands_${piece.kind}`, { owner: ownerOf(scene, piece) });
}

/** The land around a site or along a path. */
export function landsAt(scene: Scene, place: Place): string {
  const hexes =
    place.kind === 'path'
      ? scene.adjacency.pathHexes[place.number]!
      : scene.adjacency.geometry.site_hexes[place.number]!;
  return hexes.length ? lands(scene, hexes) : t('names.sea');
}

/** Everything about a place, one sentence each. */
export function describePlace(scene: Scene, place: Place): string[] {
  if (place.kind === 'hex') return describeHex(scene, place.number);
  const harbor = place.kind === 'site' ? harborName(scene.adjacency.geometry, place.number) : null;
  return [
    standsAt(scene, place),
    t('textboard.beside', { lands: landsAt(scene, place) }),
    ...(harbor ? [t('textboard.harbor', { rate: harbor })] : []),
  ];
}

/** A place in one line, for lists and buttons. */
export function lineOf(scene: Scene, place: Place): string {
  if (place.kind === 'hex') return titleOf(scene, place);
  const piece = scene.pieces.get(keyOf(place));
  const harbor = place.kind === 'site' ? harborName(scene.adjacency.geometry, place.number) : null;
  const parts = [
    place.kind === 'path' ? `${t('textboard.kind_path')} ${place.number}` : titleOf(scene, place),
    ...(piece ? [standsAt(scene, place).replace(/\.$/, '')] : []),
    landsAt(scene, place),
    ...(harbor ? [harbor] : []),
  ];
  return parts.join('; ');
}

/** The name of an action. */
export function actionName(scene: Scene, action: Pick<PlaceAction, 'kind' | 'seat'>): string {
  const owner = action.seat === null ? '' : ownerOf(scene, { seat: action.seat, isNeutral: true });
  return tOr(`textboard.do_${action.kind}`, { owner }, action.kind);
}

const HEADINGS = {
  hex: { hex: 'textboard.hexes_near', site: 'textboard.corners', path: 'textboard.paths_near' },
  site: { hex: 'textboard.hexes_near', site: 'textboard.sites_near', path: 'textboard.paths_near' },
  path: { hex: 'textboard.hexes_near', site: 'textboard.ends', path: 'textboard.paths_near' },
} as const;

/** The neighbours of a place under headings. */
export function neighbourGroups(adjacency: Adjacency, place: Place): { heading: string; list: Neighbour[] }[] {
  const found = neighbours(adjacency, place);
  return (['site', 'hex', 'path'] as const)
    .map((kind) => ({ heading: t(HEADINGS[place.kind][kind]), list: found.filter((one) => one.place.kind === kind) }))
    .filter(({ list }) => list.length > 0);
}
