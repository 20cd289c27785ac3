/** Where a trade on the table stands, and which offers somebody does not want to be asked about again. */

import type { Happening, Look, Offer } from '../api/messages';
import { formatList, t } from '../i18n';
import { covers, RESOURCES, writeCounts, type Bundle, type Counts } from './bundles';
import { actionOf } from './events';

/** How a seat that was asked stands to an offer. */
export type Answer = 'waiting' | 'accepted' | 'countered' | 'refused';

export interface Answered {
  seat: number;
  answer: Answer;
  counter: Offer | null;
}

/** Who has said no to the latest offer, whatever they proposed before. */
export function refusers(log: readonly Happening[]): (number | null)[] {
  const since = log.slice(log.findLastIndex((one) => actionOf(one).startsWith('offer ')) + 1);
  return since.filter((one) => actionOf(one) === 'refuse').map((one) => one.seat);
}

/** Tell what each seat that an offer asks has answered so far. */
export function answers(
  offer: Offer,
  proposals: readonly Offer[],
  refused: readonly (number | null)[] = [],
): Answered[] {
  return offer.to.map((seat) => {
    const counter = proposals.find((proposal) => proposal.seat === seat) ?? null;
    if (offer.accepted.includes(seat)) return { seat, answer: 'accepted', counter };
    if (offer.waiting.includes(seat)) return { seat, answer: 'waiting', counter };
    return { seat, answer: counter && !refused.includes(seat) ? 'countered' : 'refused', counter };
  });
}

/** Proposals that answer no open offer. */
export function unasked(look: Look): Offer[] {
  const asked = look.offer?.to ?? [];
  return (look.proposals ?? []).filter((proposal) => !asked.includes(proposal.seat));
}

/** The terms of an offer in the notation, whoever makes it. */
export function terms(offer: Pick<Offer, 'give' | 'take'>): string {
  return `${writeCounts(offer.give)} for ${writeCounts(offer.take)}`;
}

/** The terms of an offer in words. */
export function formatTerms({ give, take }: Pick<Offer, 'give' | 'take'>): string {
  const told = (counts: Counts) =>
    formatList(RESOURCES.filter((name) => counts[name]).map((name) => `${counts[name]} ${t(`names.${name}`)}`));
  return t('trade.terms', { give: told(give), take: told(take) });
}

/** Terms that somebody does not want to be asked about. */
export type Refused = Pick<Offer, 'give' | 'take'>;

/** Whether terms are no better for whom they ask than others: their maker gives no more and takes no less. */
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
 * What somebody refused: of the same player for this turn, what was refused once; of anybody for the whole game, what
 * shall always be refused. Then neither the same offer is asked again nor a worse one.
 */
export class Refusals {
  private always: Refused[] = [];
  private once: Offer[] = [];
  private turn = -1; // the one in which `once` was refused

  /** Read what was kept; what cannot be read is forgotten. */
  static read(kept: string | null): Refusals {
    const refusals = new Refusals();
    try {
      const list: unknown = JSON.parse(kept ?? '[]');
      if (Array.isArray(list)) refusals.always = list.filter(isRefused);
    } catch {
      // Nothing was kept that can be read.
    }
    return refusals;
  }

  write(): string {
    return JSON.stringify(this.always);
  }

  /** Remember that an offer was refused, so that it is not asked again in the same turn. */
  refuse(offer: Offer, turn: number): void {
    if (turn !== this.turn) this.once = [];
    this.turn = turn;
    this.once.push(offer);
  }

  /** Remember that these terms shall always be refused; what they cover needs no place of its own. */
  refuseAlways({ give, take }: Offer): void {
    const refused = { give, take };
    this.always = [...this.always.filter((one) => !isNoBetter(one, refused)), refused];
  }

  /** Ask about these terms again. */
  forget(refused: Refused): void {
    this.always = this.always.filter((one) => one !== refused);
  }

  get list(): readonly Refused[] {
    return this.always;
  }

  /** Whether an offer is refused without asking: why, or null. */
  reason(offer: Offer, turn: number): 'always' | 'again' | null {
    if (this.always.some((one) => isNoBetter(offer, one))) return 'always';
    const isAgain = this.once.some((one) => one.seat === offer.seat && isNoBetter(offer, one));
    return turn === this.turn && isAgain ? 'again' : null;
  }
}

/** Plies of a trade that leave every hand as it is. */
const TALK = new Set(['offer', 'accept', 'refuse', 'counter', 'propose', 'withdraw']);

/**
 * Whom of some seats an offer has been put to already, in these terms and with nothing having changed hands since: they
 * are not asked twice.
 */
export function askedBefore(
  log: readonly Happening[],
  you: number,
  bundle: Bundle,
  to: readonly number[],
): readonly number[] {
  const words = terms(bundle);
  const asked = new Set<number>();
  for (const happening of log.toReversed()) {
    const action = actionOf(happening);
    if (happening.ply === null) continue;
    if (!TALK.has(action.split(' ')[0] ?? '')) break;
    const [said = '', seats = ''] = action.split(' to ');
    if (happening.seat === you && said === `offer ${words}`)
      seats.split(' ').forEach((seat) => asked.add(Number(seat)));
  }
  return to.filter((seat) => asked.has(seat));
}
