/** The state of an offer, and which offers the player has refused for good. */

import type { LogEntry, Snapshot, OfferView } from '../api/messages';
import { t } from '../i18n';
import { covers, formatCounts, writeCounts, type Bundle, type Counts } from './bundles';
import { actionOf } from './events';

/** The answer of a seat to an offer. */
export type Answer = 'waiting' | 'accepted' | 'countered' | 'refused';

export interface Answered {
  seat: number;
  answer: Answer;
  counter: OfferView | null;
}

/** Who refused the latest offer, whatever they proposed before. */
export function refusers(log: readonly LogEntry[]): (number | null)[] {
  const since = log.slice(log.findLastIndex((one) => actionOf(one).startsWith('offer ')) + 1);
  return since.filter((one) => actionOf(one) === 'refuse').map((one) => one.seat);
}

/** The answer of each seat that an offer asks. */
export function answers(
  offer: OfferView,
  proposals: readonly OfferView[],
  refused: readonly (number | null)[] = [],
): Answered[] {
  return offer.to.map((seat) => {
    const counter = proposals.find((proposal) => proposal.seat === seat) ?? null;
    if (offer.accepted.includes(seat)) return { seat, answer: 'accepted', counter };
    if (offer.waiting.includes(seat)) return { seat, answer: 'waiting', counter };
    return { seat, answer: counter && !refused.includes(seat) ? 'countered' : 'refused', counter };
  });
}

/** Terms on the table, as one seat states them, and the action that makes the trade or ends the offer. */
export interface OfferLine {
  seat: number; // who gives `give` and takes `take`
  give: Counts;
  take: Counts;
  action: string;
}

function lineOf({ seat, give, take }: OfferView, you: number | null): OfferLine {
  return { seat, give, take, action: seat === you ? 'withdraw' : `take ${seat}` };
}

/** What those who accept an offer would give for it. */
function acceptances({ accepted, give, take }: OfferView): OfferLine[] {
  return accepted.map((seat) => ({ seat, give: take, take: give, action: `deal ${seat}` }));
}

/**
 * The offers on the table that concern a seat, each with its own terms: your offer and those who accept it, proposals
 * in your turn, your proposal in the turn of another. Who watches sees all.
 */
export function offerLines({ offer, proposals, turn }: Snapshot, you: number | null): OfferLine[] {
  const isOwn = offer !== null && offer.seat === you;
  const shown = [offer, ...proposals].filter(
    (one) => one !== null && (you === null || turn === you || one.seat === you),
  );
  const lines = shown.map((one) => lineOf(one!, you));
  return isOwn ? [lines[0]!, ...acceptances(offer), ...lines.slice(1)] : lines;
}

/** The terms of an offer in notation. */
export function terms(offer: Pick<OfferView, 'give' | 'take'>): string {
  return `${writeCounts(offer.give)} for ${writeCounts(offer.take)}`;
}

/** The terms of an offer in words. */
export function formatTerms({ give, take }: Pick<OfferView, 'give' | 'take'>): string {
  return t('trade.terms', { give: formatCounts(give), take: formatCounts(take) });
}

/** Terms that are refused automatically. */
export type Refused = Pick<OfferView, 'give' | 'take'>;

/** Whether terms are no better for the seat they ask: the offerer gives no more and takes no less. */
export function isNoBetter(offer: Refused, refused: Refused): boolean {
  return covers(refused.give, offer.give) && covers(offer.take, refused.take);
}

function isRefused(value: unknown): value is Refused {
  const one = value as Refused | null;
  return (
    typeof one === 'object' &&
    one !== null &&
    [one.give, one.take].every((counts) => typeof counts === 'object' && counts !== null)
  );
}

/**
 * Refused terms: those refused once count for the same player in this turn, those refused always for anybody in the
 * whole game. They cover worse terms too.
 */
export class Refusals {
  private always: Refused[] = [];
  private once: OfferView[] = [];
  private turn = -1; // the turn of `once`

  /** Parse stored refusals; invalid ones are dropped. */
  static read(stored: string | null): Refusals {
    const refusals = new Refusals();
    try {
      const list: unknown = JSON.parse(stored ?? '[]');
      if (Array.isArray(list)) refusals.always = list.filter(isRefused);
    } catch {
      // Not JSON.
    }
    return refusals;
  }

  write(): string {
    return JSON.stringify(this.always);
  }

  /** Refuse the same offer for the rest of the turn. */
  refuse(offer: OfferView, turn: number): void {
    if (turn !== this.turn) this.once = [];
    this.turn = turn;
    this.once.push(offer);
  }

  /** Always refuse these terms; terms that they cover are dropped. */
  refuseAlways({ give, take }: OfferView): void {
    const refused = { give, take };
    this.always = [...this.always.filter((one) => !isNoBetter(one, refused)), refused];
  }

  /** Stop refusing these terms. */
  forget(refused: Refused): void {
    this.always = this.always.filter((one) => one !== refused);
  }

  get list(): readonly Refused[] {
    return this.always;
  }

  /** Why an offer is refused automatically, or null. */
  reason(offer: OfferView, turn: number): 'always' | 'again' | null {
    if (this.always.some((one) => isNoBetter(offer, one))) return 'always';
    const isAgain = this.once.some((one) => one.seat === offer.seat && isNoBetter(offer, one));
    return turn === this.turn && isAgain ? 'again' : null;
  }
}

/** Plies of a trade that do not change any hand. */
const TALK = new Set(['offer', 'accept', 'refuse', 'counter', 'propose', 'withdraw']);

/**
 * The seats that were already asked for these terms with no card having moved since: they are not
 * asked twice.
 */
export function askedBefore(
  log: readonly LogEntry[],
  you: number,
  bundle: Bundle,
  to: readonly number[],
): readonly number[] {
  const offer = `offer ${terms(bundle)}`;
  const asked = new Set<number>();
  for (const entry of log.toReversed()) {
    const action = actionOf(entry);
    if (entry.ply === null) continue;
    if (!TALK.has(action.split(' ')[0] ?? '')) break;
    const [offered = '', seats = ''] = action.split(' to ');
    if (entry.seat === you && offered === offer) seats.split(' ').forEach((seat) => asked.add(Number(seat)));
  }
  return to.filter((seat) => asked.has(seat));
}
