import { describe, expect, it } from 'vitest';

import type { FormView } from '../api/messages';
import {
  EMPTY,
  actionFor,
  added,
  covers,
  fitted,
  formOf,
  isFilled,
  isUnlimited,
  less,
  readCounts,
  removed,
  room,
  spread,
  writeBundle,
  writeCounts,
  type Bundle,
} from './bundles';

const OFFER: FormView = {
  kind: 'offer',
  give: { wool: 2, brick: 1 },
  take: { ore: 19, wool: 19 },
  total: null,
  to: [1, 3],
};
const DISCARD: FormView = { kind: 'discard', give: { wool: 5, ore: 3 }, take: {}, total: 4, to: [] };

describe('bundles', () => {
  it('finds the listed action with the same terms, and a form for all of them', () => {
    const listed: Bundle[] = [
      { give: { wool: 4 }, take: { ore: 1 } },
      { give: { wool: 4 }, take: { brick: 1 } },
    ];
    expect(actionFor(listed, { give: { wool: 4 }, take: { brick: 1 } })).toBe(listed[1]);
    expect(actionFor(listed, { give: { wool: 3 }, take: { brick: 1 } })).toBeUndefined();
    expect(formOf('bank', listed)).toMatchObject({ give: { wool: 4 }, take: { ore: 1, brick: 1 }, to: [] });
    expect(formOf('bank', [])).toBeNull();
  });

  it('reads and writes counts', () => {
    expect(readCounts('2 wool 1 ore')).toEqual({ wool: 2, ore: 1 });
    expect(writeCounts({ ore: 1, wool: 2, brick: 0 })).toBe('2 wool 1 ore');
    expect(spread({ ore: 1, brick: 2 })).toEqual(['brick', 'brick', 'ore']);
    expect(covers({ ore: 3, grain: 2 }, { ore: 3, grain: 2 })).toBe(true);
    expect(covers({ ore: 2 }, { ore: 3 })).toBe(false);
    expect(less({ ore: 3 }, { ore: 3, wool: 1 })).toEqual({ wool: -1 });
  });

  it('builds an offer card by card', () => {
    let bundle = added(OFFER, EMPTY, 'give', 'wool');
    bundle = added(OFFER, bundle, 'take', 'ore');
    expect(isFilled(OFFER, bundle, [1])).toBe(true);
    expect(isFilled(OFFER, bundle, [])).toBe(false);
    expect(writeBundle(OFFER, bundle, [3, 1])).toBe('offer 1 wool for 1 ore to 1 3');
  });

  it('respects the limits of the form', () => {
    const bundle = added(OFFER, EMPTY, 'give', 'brick');
    expect(room(OFFER, bundle, 'give', 'brick')).toBe(0);
    expect(added(OFFER, bundle, 'give', 'brick')).toEqual(bundle);
    expect(added(OFFER, EMPTY, 'give', 'ore')).toEqual(EMPTY);
  });

  it('never has a resource on both sides', () => {
    const bundle = added(OFFER, EMPTY, 'give', 'wool');
    expect(added(OFFER, bundle, 'take', 'wool')).toEqual(EMPTY);
  });

  it('fills a discard to its total', () => {
    let bundle = EMPTY;
    for (let i = 0; i < 6; i++) bundle = added(DISCARD, bundle, 'give', 'wool');
    expect(bundle.give).toEqual({ wool: 4 });
    expect(isFilled(DISCARD, bundle)).toBe(true);
    expect(writeBundle(DISCARD, bundle)).toBe('discard 4 wool');
    expect(isFilled(DISCARD, removed(bundle, 'give', 'wool'))).toBe(false);
  });

  it('starts a counter-offer from the terms of the offer', () => {
    expect(fitted(OFFER, { give: { wool: 3, ore: 1 }, take: { brick: 1, ore: 1 } })).toEqual({
      give: { wool: 2 },
      take: { ore: 1 },
    });
  });
});

describe('the bank', () => {
  it('is unlimited if it is counted from more cards than are printed', () => {
    expect(isUnlimited({ brick: 19, lumber: 0, wool: 24 })).toBe(false);
    expect(isUnlimited({ ore: 0, wool: 127 })).toBe(true);
    expect(isUnlimited({})).toBe(false);
  });
});
