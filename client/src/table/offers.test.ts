import { describe, expect, it } from 'vitest';

import type { LogEntry, OfferView, Snapshot } from '../api/messages';
import { Refusals, answers, askedBefore, offerLines, terms } from './offers';

function offer(parts: Partial<OfferView>): OfferView {
  return { seat: 0, give: { wool: 1 }, take: { ore: 1 }, to: [1, 2, 3], accepted: [], waiting: [], ...parts };
}

function entry(event: number, seat: number | null, ply: string | null, ...sentences: string[]): LogEntry {
  return { event, seat, ply, sentences, gains: {}, gain_hexes: {}, is_undone: false };
}

describe('offers', () => {
  it('lists everyone’s answers', () => {
    const counter = offer({ seat: 3, to: [0] });
    const answered = answers(offer({ accepted: [1], waiting: [2] }), [counter]);
    expect(answered.map((one) => one.answer)).toEqual(['accepted', 'waiting', 'countered']);
    expect(answers(offer({}), [])[0]!.answer).toBe('refused');
  });

  it('lists offers with the terms and the action of each', () => {
    const proposals = [offer({ seat: 1, give: { grain: 1 }, take: { lumber: 1 } })];
    const snapshot = { turn: 0, offer: offer({ accepted: [1] }), proposals } as unknown as Snapshot;
    expect(offerLines(snapshot, 0).map((line) => [line.seat, line.action, terms(line)])).toEqual([
      [0, 'withdraw', '1 wool for 1 ore'],
      [1, 'deal 1', '1 ore for 1 wool'],
      [1, 'take 1', '1 grain for 1 lumber'],
    ]);
    expect(offerLines(snapshot, 1).map((line) => line.action)).toEqual(['withdraw']); // the turn of another
    expect(offerLines(snapshot, 2)).toEqual([]);
    expect(offerLines(snapshot, null)).toHaveLength(2);
  });

  it("refuses the same offer for a turn, and 'always' terms for good", () => {
    const refusals = new Refusals();
    refusals.refuse(offer({}), 7);
    expect(refusals.reason(offer({}), 7)).toBe('again');
    expect(refusals.reason(offer({}), 8)).toBeNull();
    refusals.refuseAlways(offer({}));
    expect(refusals.reason(offer({ seat: 2 }), 8)).toBe('always');
    const kept = Refusals.read(refusals.write());
    expect(kept.list.map(terms)).toEqual([terms(offer({}))]);
    kept.forget(kept.list[0]!);
    expect(kept.reason(offer({}), 7)).toBeNull();
    expect(Refusals.read('not JSON').list).toEqual([]);
    expect(Refusals.read('["1 wool for 1 ore", {"give": 1}]').list).toEqual([]);
  });

  it('also refuses worse terms, but not better ones', () => {
    const refusals = new Refusals();
    refusals.refuse(offer({ give: { wool: 2 } }), 7);
    expect(refusals.reason(offer({}), 7)).toBe('again');
    expect(refusals.reason(offer({ take: { ore: 2 } }), 7)).toBe('again');
    expect(refusals.reason(offer({ take: { ore: 1, brick: 1 } }), 7)).toBe('again');
    expect(refusals.reason(offer({ give: { wool: 3 } }), 7)).toBeNull();
    expect(refusals.reason(offer({ give: { wool: 1, grain: 1 } }), 7)).toBeNull();
    expect(refusals.reason(offer({ take: { brick: 1 } }), 7)).toBeNull();
    expect(refusals.reason(offer({ seat: 2 }), 7)).toBeNull(); // somebody else may be answered otherwise
    refusals.refuseAlways(offer({}));
    refusals.refuseAlways(offer({ give: { wool: 2 } }));
    expect(refusals.list.map(terms)).toEqual(['2 wool for 1 ore']); // the first is covered by the second
    expect(refusals.reason(offer({ seat: 2 }), 9)).toBe('always');
  });

  it('finds who was already asked for the same terms', () => {
    const asking = entry(1, 0, '0: offer 1 wool for 1 ore to 1 2');
    const talk = [asking, entry(2, 1, '1: refuse'), entry(3, 0, '0: withdraw')];
    const bundle = { give: { wool: 1 }, take: { ore: 1 } };
    expect(askedBefore(talk, 0, bundle, [1, 2, 3])).toEqual([1, 2]);
    expect(askedBefore(talk, 1, bundle, [1, 2])).toEqual([]);
    expect(askedBefore(talk, 0, { ...bundle, give: { wool: 2 } }, [1, 2])).toEqual([]);
    expect(askedBefore([...talk, entry(4, 0, '0: road 3')], 0, bundle, [1, 2])).toEqual([]);
  });
});
