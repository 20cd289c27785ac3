/** A minimal table for tests. */

import { PROTOCOL } from './messages';
import type { Decision, Geometry, LogEntry, Snapshot, Room, Seat, SeatView, Table, Update } from './messages';

export function seatView(seat: number, given: Partial<SeatView> = {}): SeatView {
  return {
    seat,
    hand_size: 0,
    hand: null,
    cards_size: 0,
    cards: null,
    fresh: null,
    knights: 0,
    road_length: 0,
    points: 0,
    sources: {},
    settlements: [],
    cities: [],
    roads: [],
    supply: [15, 5, 4],
    trade_cards: 0,
    clock_s: null,
    ...given,
  };
}

export function snapshot(given: Partial<Snapshot> = {}): Snapshot {
  return {
    phase: 'main',
    turn: 0,
    turn_number: 1,
    to_act: [0],
    rolled: [],
    dice: [],
    robber: 2,
    bank: {},
    deck_size: 25,
    longest_road: null,
    largest_army: null,
    winner: null,
    seats: [seatView(0), seatView(1)],
    neutral: [],
    offer: null,
    proposals: [],
    rates: {},
    deadline_s: null,
    ...given,
  };
}

export function decision(id: number, actions: string[], given: Partial<Decision> = {}): Decision {
  const plain = {
    is_awaited: true,
    prompt: 'main',
    forms: [],
    can_undo: false,
    is_auto_refused: false,
    is_automatic: false,
    victims: {},
  };
  return { id, actions, ...plain, ...given };
}

export function entry(event: number, ply: string | null, given: Partial<LogEntry> = {}): LogEntry {
  const seat = ply === null ? null : ply.startsWith('*') ? 6 : Number(ply[0]);
  return { event, seat, ply, sentences: [], gains: {}, gain_hexes: {}, is_undone: false, ...given };
}

function seat(number: number, name: string, colour: string): Seat {
  return {
    seat: number,
    kind: 'person',
    name,
    colour,
    bot: '',
    is_here: true,
    is_taken_over: false,
    is_ready: true,
    text: '',
  };
}

export function room(given: Partial<Room> = {}): Room {
  return {
    game: 'g',
    status: 'playing',
    settings: {
      preset: 'base',
      options: {},
      island_seed: null,
      position: null,
      clock: null,
      pace: 'normal',
      is_verifiable: false,
      is_hotseat: false,
      hints: 'solo',
    },
    ruleset: 'base',
    seats: [seat(0, 'Ada', 'blue'), seat(1, 'Bo', 'orange')],
    you: 0,
    is_host: true,
    host: 0,
    watchers: 0,
    has_hints: false,
    commitment: null,
    followed_by: null,
    ...given,
  };
}

/** Three hexes in a triangle; sites 0 to 3 are in a row; hex 2 is a desert. */
export const geometry: Geometry = {
  view_box: [-100, -100, 200, 200],
  hexes: [
    [-48, 0],
    [48, 0],
    [0, 84],
  ],
  sites: [
    [-48, -56],
    [0, -28],
    [48, -56],
    [0, 28],
  ],
  paths: [
    [0, 1],
    [1, 2],
    [1, 3],
  ],
  terrain: ['hills', 'forest', 'desert'],
  resources: ['brick', 'lumber', null],
  tokens: [6, 8, 0],
  pips: [5, 5, 0],
  harbors: [[0, 'generic']],
  site_hexes: [[0], [0, 1], [1], [0, 1, 2]],
};

export function table(event: number, given: Partial<Table> = {}): Table {
  return {
    type: 'table',
    protocol: PROTOCOL,
    event,
    room: room(),
    geometry,
    snapshot: snapshot(),
    decision: decision(event, ['end', 'settle 1', 'road 0', 'road 2']),
    log: [],
    chat: [],
    ...given,
  };
}

export function update(event: number, given: Partial<Update> = {}): Update {
  return { type: 'update', event, snapshot: snapshot(), decision: decision(event, ['end']), log: [], ...given };
}
