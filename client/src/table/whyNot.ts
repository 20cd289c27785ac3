/** The action to ask the server about when a button is disabled. */

import type { Geometry, Look } from '../api/messages';

const CARDS: Record<string, string> = {
  plenty: 'plenty 1 ore 1 wool',
  monopoly: 'monopoly ore',
};

/** The first number that is not taken. */
function free(count: number, taken: readonly number[]): number {
  for (let place = 0; place < count; place++) if (!taken.includes(place)) return place;
  return 0;
}

/** Free sites at the ends of a seat's roads, the most plausible places for a settlement. */
function openEnds(geometry: Geometry, look: Look, seat: number): number[] {
  const own = look.seats.find((one) => one.seat === seat);
  const built = look.seats.concat(look.neutral ?? []).flatMap((one) => [...one.settlements, ...one.cities]);
  return (own?.roads ?? []).flatMap((path) => geometry.paths[path] ?? []).filter((site) => !built.includes(site));
}

/** Free paths next to a seat's roads. */
function openPaths(geometry: Geometry, look: Look, seat: number): number[] {
  const own = look.seats.find((one) => one.seat === seat);
  const taken = look.seats.concat(look.neutral ?? []).flatMap((one) => one.roads);
  const ends = new Set((own?.roads ?? []).flatMap((path) => geometry.paths[path] ?? []));
  return geometry.paths.flatMap(([from, to], path) =>
    (ends.has(from) || ends.has(to)) && !taken.includes(path) ? [path] : [],
  );
}

/** An action of a kind, at the most plausible place. */
export function actionToAsk(kind: string, geometry: Geometry, look: Look, seat: number): string {
  const own = look.seats.find((one) => one.seat === seat);
  const all = look.seats.concat(look.neutral ?? []);
  switch (kind) {
    case 'city':
      return `city ${own?.settlements[0] ?? own?.cities[0] ?? 0}`;
    case 'settle': {
      const built = all.flatMap((one) => [...one.settlements, ...one.cities]);
      return `settle ${openEnds(geometry, look, seat)[0] ?? free(geometry.sites.length, built)}`;
    }
    case 'road': {
      const taken = all.flatMap((one) => one.roads);
      return `road ${openPaths(geometry, look, seat)[0] ?? free(geometry.paths.length, taken)}`;
    }
    case 'trade':
      return `offer 1 ore for 1 wool to ${look.seats.find((one) => one.seat !== seat)?.seat ?? 0}`;
    case 'bank':
      return 'bank 4 ore for 1 wool';
    default:
      return CARDS[kind] ?? kind;
  }
}
