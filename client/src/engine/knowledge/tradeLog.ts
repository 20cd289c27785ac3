/**
 * The offers and answers of a game, as the library's bots remember them (src/longroad/bots/trading/trade_log.py): what a
 * seat has offered, who has refused what, and who is left alone for a while.
 */

import type { Ply } from './beliefs';
import type { State } from '../engine';
import {
  ACCEPT,
  CARD_STOLEN,
  CARD_TAKEN,
  COUNTER_OFFER,
  HAND,
  OFFER_TRADE,
  PLAY_MONOPOLY,
  PROPOSE_TRADE,
  REFUSE,
  RESOURCES,
  ROLL,
  TAKE_PROPOSAL,
  TURN,
} from '../layout';
import { countsOf, kindOf, numberOf } from '../position/notation';
import { BARGAINING } from '../tables';

const BEFORE = -1; // the number of a ply before the first

/** An offer that a seat has refused: its ply, and what its maker would have given; negative counts are taken. */
interface Refused {
  number: number;
  counts: readonly number[];
}

export class TradeLog {
  private readonly players: number;
  private readonly offered = new Set<string>(); // by the seat itself, since its last turn began
  private readonly refused: Refused[][]; // by seat
  private readonly refusals: number[]; // by seat: since it last agreed
  private readonly turnsSince: number[]; // by seat: turns begun since it was last asked
  private readonly came: number[]; // by seat and resource: the last ply that brought one, or may have

  /** The trades of a game, as a seat remembers them; `states` are those before each ply, and the last one. */
  constructor(seat: number, states: readonly State[], plies: readonly Ply[]) {
    this.players = states[0]!.players;
    this.refused = Array.from({ length: this.players }, () => []);
    this.refusals = Array<number>(this.players).fill(0);
    this.turnsSince = Array<number>(this.players).fill(-1);
    this.came = arrivals(seat, states, plies);
    this.read(seat, states.at(-1)!, plies);
  }

  /** Read the plies backwards, as far as they matter. */
  private read(me: number, state: State, plies: readonly Ply[]): void {
    const reader = new Reader(me, state.small[TURN] === me ? 2 : 1, {
      offer: (counts) => this.offered.add(counts.join()),
      refusal: (seat, refused, turns, hasAgreed) => this.addRefusal(seat, refused, turns, hasAgreed),
    });
    for (let number = plies.length - 1; number >= 0; number--) {
      reader.read(number, plies[number]!);
      if (reader.turns > (BARGAINING.patience + 1) * this.players) break;
    }
  }

  private addRefusal(seat: number, refused: Refused, turns: number, hasAgreed: boolean): void {
    this.refused[seat]!.push(refused);
    if (turns < 0) return; // the maker of a counter-offer has been answered, not asked
    if (this.turnsSince[seat]! < 0) this.turnsSince[seat] = turns;
    if (!hasAgreed) this.refusals[seat]!++;
  }

  /** Whether the seat has offered this since its last turn began. */
  hasOffered(counts: readonly number[]): boolean {
    return this.offered.has(counts.join());
  }

  /** Whether to make no offer to a seat for now: for as many rounds as it has refused in a row. */
  isLeftAlone(seat: number): boolean {
    const rounds = Math.min(this.refusals[seat]!, BARGAINING.patience);
    return rounds > 0 && this.turnsSince[seat]! < rounds * this.players;
  }

  /** Whether a seat has refused as good an offer, and has since got none of the cards that it would give. */
  hasRefused(seat: number, counts: readonly number[]): boolean {
    return this.refused[seat]!.some(({ number, counts: refused }) =>
      counts.every(
        (count, resource) =>
          count <= refused[resource]! && (count >= 0 || this.came[RESOURCES * seat + resource]! <= number),
      ),
    );
  }
}

/** By seat and resource: the last ply that brought a card, or may have, for what a viewer could not see. */
function arrivals(viewer: number, states: readonly State[], plies: readonly Ply[]): number[] {
  const came = Array<number>(RESOURCES * states[0]!.players).fill(BEFORE);
  plies.forEach(({ seat, action }, number) => {
    const kind = kindOf(action);
    const [held, now] = [states[number]!, states[number + 1]!].map(({ small }) => small.subarray(HAND));
    const changed = came.flatMap((_, place) => (held![place] === now![place] ? [] : [place]));
    const gained = changed.filter((place) => now![place]! > held![place]!);
    const isHidden =
      [CARD_STOLEN, CARD_TAKEN].includes(kind) && changed.every((place) => Math.floor(place / RESOURCES) !== viewer);
    for (const place of gained) {
      const first = place - (place % RESOURCES);
      if (isHidden) came.fill(number, first, first + RESOURCES);
      else came[place] = number;
    }
    if (kind === PLAY_MONOPOLY) came[RESOURCES * seat + numberOf(action)] = number;
  });
  return came;
}

interface Found {
  offer: (counts: readonly number[]) => void; // of the seat itself
  /** `turns` have begun since, or -1 for a counter-offer; `hasAgreed` to something since. */
  refusal: (seat: number, refused: Refused, turns: number, hasAgreed: boolean) => void;
}

/** Reads plies backwards: an answer comes before its offer, a turn before its roll. */
class Reader {
  turns = 0; // that have begun since
  private readonly me: number;
  private ownTurns: number; // whose offers still count
  private readonly found: Found;
  private refusing: number[] = []; // seats that refused the offer that comes next
  private proposals: { number: number; action: number }[] = []; // not taken this turn
  private readonly taken = new Set<number>(); // seats whose proposal was taken this turn
  private readonly agreed = new Set<number>(); // seats that have agreed to something since

  constructor(me: number, ownTurns: number, found: Found) {
    this.me = me;
    this.ownTurns = ownTurns;
    this.found = found;
  }

  read(number: number, { seat, action }: Ply): void {
    const kind = kindOf(action);
    if (kind === ROLL) this.readTurn(seat);
    else if (kind === REFUSE) this.refusing.push(seat);
    else if (kind === ACCEPT || kind === TAKE_PROPOSAL) this.agreed.add(seat);
    else if ([OFFER_TRADE, COUNTER_OFFER, PROPOSE_TRADE].includes(kind)) this.readBundle(number, seat, action);
    if (kind === TAKE_PROPOSAL) this.taken.add(numberOf(action));
  }

  /** Read who was on turn, and so did not take the proposals. */
  private readTurn(seat: number): void {
    for (const { number, action } of this.proposals) this.refuse(seat, number, action);
    this.proposals = [];
    this.taken.clear();
    if (seat === this.me) this.ownTurns--;
    this.turns++;
  }

  private readBundle(number: number, seat: number, action: number): void {
    if (seat === this.me && this.ownTurns > 0) this.found.offer(countsOf(action));
    const kind = kindOf(action);
    if (kind === OFFER_TRADE) {
      for (const refusing of this.refusing) this.refuse(refusing, number, action);
      this.refusing = [];
      return;
    }
    if (!this.taken.delete(seat)) this.proposals.push({ number, action });
    if (kind !== COUNTER_OFFER) return;
    this.agreed.add(seat); // it refuses, but wants to trade
    this.refusing.push(seat);
  }

  private refuse(seat: number, number: number, action: number): void {
    const turns = kindOf(action) === COUNTER_OFFER ? -1 : this.turns;
    this.found.refusal(seat, { number, counts: countsOf(action) }, turns, this.agreed.has(seat));
  }
}
