/** Where a trade on the table stands, and which offers somebody does not want to be asked about again. */

import type { Look, Offer } from '../messages';
import { writeCounts } from './bundles';

/** How a seat that was asked stands to an offer. */
export type Answer = 'waiting' | 'accepted' | 'countered' | 'refused';

export interface Answered {
  seat: number;
  answer: Answer;
  counter: Offer | null;
}

/** Tell what each seat that an offer asks has answered so far. */
export function answers(offer: Offer, proposals: readonly Offer[]): Answered[] {
  return offer.to.map((seat) => {
    const counter = proposals.find((proposal) => proposal.seat === seat) ?? null;
    if (offer.accepted.includes(seat)) return { seat, answer: 'accepted', counter };
    if (offer.waiting.includes(seat)) return { seat, answer: 'waiting', counter };
    return { seat, answer: counter ? 'countered' : 'refused', counter };
  });
}

/** Proposals that answer no open offer. */
export function unasked(look: Look): Offer[] {
  const asked = look.offer?.to ?? [];
  return (look.proposals ?? []).filter((proposal) => !asked.includes(proposal.seat));
}

/** The terms of an offer, whoever makes it. */
export function terms(offer: Pick<Offer, 'give' | 'take'>): string {
  return `${writeCounts(offer.give)} for ${writeCounts(offer.take)}`;
}

/** What somebody refused: for this turn, what was refused once; for the whole game, what shall always be refused. */
export class Refusals {
  private readonly always = new Set<string>();
  private readonly once = new Set<string>();

  /** Read what was kept; what cannot be read is forgotten. */
  static read(kept: string | null): Refusals {
    const refusals = new Refusals();
    try {
      const list: unknown = JSON.parse(kept ?? '[]');
      if (Array.isArray(list)) for (const one of list) if (typeof one === 'string') refusals.always.add(one);
    } catch {
      // Nothing was kept that can be read.
    }
    return refusals;
  }

  write(): string {
    return JSON.stringify([...this.always]);
  }

  /** Remember that an offer was refused, so that it is not asked again in the same turn. */
  refuse(offer: Offer, turn: number): void {
    this.once.add(`${turn}/${offer.seat}/${terms(offer)}`);
  }

  /** Remember that these terms shall always be refused. */
  refuseAlways(offer: Offer): void {
    this.always.add(terms(offer));
  }

  /** Ask about these terms again. */
  forget(words: string): void {
    this.always.delete(words);
  }

  get list(): string[] {
    return [...this.always];
  }

  /** Whether an offer is refused without asking: why, or null. */
  reason(offer: Offer, turn: number): 'always' | 'again' | null {
    if (this.always.has(terms(offer))) return 'always';
    return this.once.has(`${turn}/${offer.seat}/${terms(offer)}`) ? 'again' : null;
  }
}
