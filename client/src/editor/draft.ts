/** Changes of a position that is being edited. A draft is never changed: every function returns a new one. */

import type { Draft, Geometry, HarborKind, Land, SeatView, Snapshot } from '../api/messages';
import { TRADE_CARDS_LABEL } from '../engine/position/setupDraft';
import type { Where } from '../table/actions';

/** What a click on the island does. */
export type Tool =
  | { kind: 'settlement' | 'city' | 'road'; seat: number }
  | { kind: 'robber' }
  | { kind: 'swap' } // two hexes, with their tokens
  | { kind: 'terrain'; terrain: Land }
  | { kind: 'token'; token: number }
  | { kind: 'harbor'; harbor: HarborKind | null }; // null takes it away

export const LANDS: readonly Land[] = ['hills', 'forest', 'pasture', 'fields', 'mountains', 'desert'];
export const TOKENS: readonly number[] = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
export const HARBORS: readonly HarborKind[] = ['generic', 'brick', 'lumber', 'wool', 'grain', 'ore'];
export const CARDS = ['knight', 'roadbuilding', 'plenty', 'monopoly', 'point'] as const;

const ROLLED = 'main'; // the phase in which the dice have been rolled
const USUAL_ROLLS = [8, 6]; // sums of a turn until others are given; those of a duel differ (DUO-4)

/** The kind of place that a tool works on. */
export function whereOf(tool: Tool): Where {
  if (tool.kind === 'settlement' || tool.kind === 'city') return 'site';
  return tool.kind === 'road' || tool.kind === 'harbor' ? 'path' : 'hex';
}

/** The numbers of the places that a tool works on. */
export function placesFor(tool: Tool, geometry: Geometry): number[] {
  if (tool.kind === 'harbor') return coastPaths(geometry);
  const all = { site: geometry.sites, path: geometry.paths, hex: geometry.hexes }[whereOf(tool)];
  return all.map((_, number) => number);
}

/** The paths with land on one side only. */
export function coastPaths({ paths, site_hexes }: Geometry): number[] {
  const isCoast = ([a, b]: readonly [number, number]) =>
    (site_hexes[a] ?? []).filter((hex) => site_hexes[b]?.includes(hex)).length === 1;
  return paths.flatMap((path, number) => (isCoast(path) ? [number] : []));
}

// --- pieces and land ---

/** The draft after a tool was used at a place; the same piece again is taken away. */
export function applied(draft: Draft, tool: Tool, number: number): Draft {
  switch (tool.kind) {
    case 'settlement':
    case 'city':
      return withBuilding(draft, number, tool.kind, tool.seat);
    case 'road':
      return withRoad(draft, number, tool.seat);
    case 'robber':
      return { ...draft, robber: number };
    case 'terrain':
      return {
        ...draft,
        terrain: draft.terrain.with(number, tool.terrain),
        tokens: tool.terrain === 'desert' ? draft.tokens.with(number, 0) : draft.tokens,
      };
    case 'token':
      return { ...draft, tokens: draft.tokens.with(number, draft.tokens[number] === tool.token ? 0 : tool.token) };
    case 'harbor':
      return withHarbor(draft, number, tool.harbor);
    case 'swap':
      return draft; // takes two places: see `swapped`
  }
}

function withBuilding(draft: Draft, site: number, kind: 'settlement' | 'city', seat: number): Draft {
  const { [site]: there, ...buildings } = draft.buildings;
  const isSame = there?.kind === kind && there.seat === seat;
  return { ...draft, buildings: isSame ? buildings : { ...buildings, [site]: { kind, seat } } };
}

function withRoad(draft: Draft, path: number, seat: number): Draft {
  const { [path]: there, ...roads } = draft.roads;
  return { ...draft, roads: there === seat ? roads : { ...roads, [path]: seat } };
}

function withHarbor(draft: Draft, path: number, kind: HarborKind | null): Draft {
  const isSame = draft.harbors.some(([at, of]) => at === path && of === kind);
  const others = draft.harbors.filter(([at]) => at !== path);
  return { ...draft, harbors: kind === null || isSame ? others : [...others, [path, kind]] };
}

/** Exchange two hexes with their tokens. */
export function swapped(draft: Draft, one: number, other: number): Draft {
  const exchange = <T>(values: readonly T[]) => values.with(one, values[other]!).with(other, values[one]!);
  return { ...draft, terrain: exchange(draft.terrain), tokens: exchange(draft.tokens) };
}

/** The draft without pieces and cards; the island, the robber and the turn stay. */
export function cleared(draft: Draft): Draft {
  const nothing = draft.hands.map(() => ({}));
  return {
    ...draft,
    buildings: {},
    roads: {},
    hands: nothing,
    cards: nothing,
    fresh: nothing,
    knights: draft.knights.map(() => 0),
    stack: null,
    longest_road: null,
    largest_army: null,
    fields: {},
  };
}

// --- cards and the turn ---

/** The draft with another number of resource cards in a hand. */
export function withHand(draft: Draft, seat: number, resource: string, count: number): Draft {
  return { ...draft, hands: draft.hands.with(seat, { ...draft.hands[seat], [resource]: count }) };
}

/** The draft with another number of development cards; no more of them are new than there are. */
export function withCards(draft: Draft, seat: number, card: string, count: number): Draft {
  const fresh = draft.fresh[seat] ?? {};
  return {
    ...draft,
    cards: draft.cards.with(seat, { ...draft.cards[seat], [card]: count }),
    fresh: draft.fresh.with(seat, { ...fresh, [card]: Math.min(fresh[card] ?? 0, count) }),
    stack: null,
  };
}

export function withKnights(draft: Draft, seat: number, count: number): Draft {
  return { ...draft, knights: draft.knights.with(seat, count), stack: null };
}

/** The draft with another number of trade cards, which only a duel has. */
export function withTradeCards(draft: Draft, seat: number, count: number): Draft {
  const { [`${seat}t`]: _, ...others } = draft.fields;
  return { ...draft, fields: count ? { ...others, [`${seat}t`]: `${count}` } : others };
}

export function tradeCardsOf({ fields }: Draft, seat: number): number {
  return Number(fields[`${seat}t`] ?? 0);
}

/** The draft in another phase: the dice have been rolled in the main phase only, and nothing else is pending. */
export function withPhase(draft: Draft, phase: string): Draft {
  const rolled = phase === ROLLED ? rollsOf(draft) : [];
  const isFounding = phase.startsWith('found');
  const number = isFounding ? 0 : Math.max(1, draft.turn_number);
  const held = Object.entries(draft.fields).filter(([label]) => TRADE_CARDS_LABEL.test(label));
  return { ...draft, phase, rolled, turn_number: number, fields: Object.fromEntries(held) };
}

/** As many sums as a turn has, those that were rolled first: one, or two that differ in a duel. */
function rollsOf(draft: Draft): number[] {
  const others = USUAL_ROLLS.filter((sum) => !draft.rolled.includes(sum));
  return [...draft.rolled, ...others].slice(0, isDuel(draft) ? 2 : 1);
}

export function hasRolled(draft: Draft): boolean {
  return draft.phase === ROLLED;
}

// --- showing it ---

/** The island with the land of the draft, which may be newer than the drawing. */
export function geometryOf(geometry: Geometry, draft: Draft): Geometry {
  return { ...geometry, terrain: draft.terrain, tokens: draft.tokens, harbors: draft.harbors };
}

/** The pieces of a draft as the island shows them. */
export function snapshotOf(draft: Draft): Snapshot {
  const owners = [...Object.values(draft.buildings).map(({ seat }) => seat), ...Object.values(draft.roads)];
  const players = draft.hands.length;
  const neutral = [...new Set(owners.filter((seat) => seat >= players))].sort();
  return {
    phase: draft.phase,
    turn: draft.turn,
    turn_number: draft.turn_number,
    robber: draft.robber,
    rolled: draft.rolled,
    seats: draft.hands.map((_, seat) => seatOf(draft, seat)),
    neutral: neutral.map((seat) => seatOf(draft, seat)),
  } as unknown as Snapshot;
}

function seatOf(draft: Draft, seat: number): SeatView {
  const built = (kind: string) => numbersOf(draft.buildings, (piece) => piece.kind === kind && piece.seat === seat);
  return {
    seat,
    settlements: built('settlement'),
    cities: built('city'),
    roads: numbersOf(draft.roads, (owner) => owner === seat),
  } as unknown as SeatView;
}

function numbersOf<T>(values: Record<number, T>, isMeant: (value: T) => boolean): number[] {
  return Object.entries(values).flatMap(([number, value]) => (isMeant(value) ? [Number(number)] : []));
}

/** The seats that can have pieces: the players, and the neutral ones of a duel. */
export function ownersOf(draft: Draft): number[] {
  const players = draft.hands.length;
  return Array.from({ length: isDuel(draft) ? players + 2 : players }, (_, seat) => seat);
}

/** Whether the ruleset is that of the Traveler's two-player game. */
export function isDuel({ ruleset }: Draft): boolean {
  return /^duel(,|$)/.test(ruleset) || /(^|,)duel:yes/.test(ruleset);
}

/** Whether two drafts have the same island, so that its drawing can stay. */
export function isSameIsland(one: Draft, other: Draft): boolean {
  return (['terrain', 'tokens', 'harbors'] as const).every(
    (part) => JSON.stringify(one[part]) === JSON.stringify(other[part]),
  );
}
