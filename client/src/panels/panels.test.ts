import { describe, expect, it } from 'vitest';
import type { Form, Happening, Offer } from '../messages';
import { byKind, readAction, soleKind, unshown, whereOf } from './actions';
import {
  EMPTY,
  added,
  covers,
  fitted,
  isFilled,
  less,
  readCounts,
  removed,
  room,
  spread,
  writeBundle,
  writeCounts,
} from './bundles';
import { actionOf, chapters, latest, missed, wordOf } from './telling';
import { Refusals, answers, askedBefore, terms } from './trading';

describe('actions', () => {
  it('reads places, seats and cards', () => {
    expect(readAction('settle 17')).toMatchObject({ kind: 'settle', place: 17 });
    expect(readAction('road 33 for 2')).toMatchObject({ kind: 'neutral-road', place: 33, seat: 2 });
    expect(readAction('rob nobody')).toMatchObject({ kind: 'rob', seat: null });
    expect(readAction('bank 4 wool for 1 ore')).toMatchObject({ give: { wool: 4 }, take: { ore: 1 } });
    expect(readAction('plenty 2 ore')).toMatchObject({ take: { ore: 2 } });
    expect(readAction('monopoly ore')).toMatchObject({ take: { ore: 1 } });
    expect(readAction('offer 2 wool for 1 ore to 1 3')).toMatchObject({ give: { wool: 2 }, take: { ore: 1 } });
  });

  it('sorts by kind and keeps the order', () => {
    const kinds = byKind(['roll', 'settle 3', 'settle 1']);
    expect([...kinds.keys()]).toEqual(['roll', 'settle']);
    expect(kinds.get('settle')!.map((wish) => wish.place)).toEqual([3, 1]);
  });

  it('lights places at once only where nothing else can be done', () => {
    expect(soleKind(byKind(['settle 3', 'settle 4']))).toBe('settle');
    expect(soleKind(byKind(['road 3', 'stop']))).toBe('road');
    expect(soleKind(byKind(['road 3', 'end']))).toBeNull();
    expect(soleKind(byKind(['road 3', 'settle 4']))).toBeNull();
  });

  it('leaves nothing legal out of reach', () => {
    expect(unshown(byKind(['roll', 'fly 17'])).map((wish) => wish.text)).toEqual(['fly 17']);
    expect(whereOf('neutral-settle')).toBe('site');
  });
});

const OFFER: Form = {
  kind: 'offer',
  give: { wool: 2, brick: 1 },
  take: { ore: 19, wool: 19 },
  total: null,
  to: [1, 3],
};
const DISCARD: Form = { kind: 'discard', give: { wool: 5, ore: 3 }, take: {}, total: 4, to: [] };

describe('bundles', () => {
  it('reads and writes counts', () => {
    expect(readCounts('2 wool 1 ore')).toEqual({ wool: 2, ore: 1 });
    expect(writeCounts({ ore: 1, wool: 2, brick: 0 })).toBe('2 wool 1 ore');
    expect(spread({ ore: 1, brick: 2 })).toEqual(['brick', 'brick', 'ore']);
    expect(covers({ ore: 3, grain: 2 }, { ore: 3, grain: 2 })).toBe(true);
    expect(covers({ ore: 2 }, { ore: 3 })).toBe(false);
    expect(less({ ore: 3 }, { ore: 3, wool: 1 })).toEqual({ wool: -1 });
  });

  it('composes an offer card by card', () => {
    let bundle = added(OFFER, EMPTY, 'give', 'wool');
    bundle = added(OFFER, bundle, 'take', 'ore');
    expect(isFilled(OFFER, bundle, [1])).toBe(true);
    expect(isFilled(OFFER, bundle, [])).toBe(false);
    expect(writeBundle(OFFER, bundle, [3, 1])).toBe('offer 1 wool for 1 ore to 1 3');
  });

  it('gives no more than the form lets', () => {
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

function offer(parts: Partial<Offer>): Offer {
  return { seat: 0, give: { wool: 1 }, take: { ore: 1 }, to: [1, 2, 3], accepted: [], waiting: [], ...parts };
}

describe('trading', () => {
  it('tells what everybody answered', () => {
    const counter = offer({ seat: 3, to: [0] });
    const told = answers(offer({ accepted: [1], waiting: [2] }), [counter]);
    expect(told.map((one) => one.answer)).toEqual(['accepted', 'waiting', 'countered']);
    expect(answers(offer({}), [])[0]!.answer).toBe('refused');
  });

  it('asks the same offer once a turn, and what is always refused never', () => {
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

  it('refuses worse terms with those that are refused, and asks about better ones', () => {
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

  it('knows who was asked the same since nothing changed hands', () => {
    const asking = happening(1, 0, '0: offer 1 wool for 1 ore to 1 2');
    const talk = [asking, happening(2, 1, '1: refuse'), happening(3, 0, '0: withdraw')];
    const bundle = { give: { wool: 1 }, take: { ore: 1 } };
    expect(askedBefore(talk, 0, bundle, [1, 2, 3])).toEqual([1, 2]);
    expect(askedBefore(talk, 1, bundle, [1, 2])).toEqual([]);
    expect(askedBefore(talk, 0, { ...bundle, give: { wool: 2 } }, [1, 2])).toEqual([]);
    expect(askedBefore([...talk, happening(4, 0, '0: road 3')], 0, bundle, [1, 2])).toEqual([]);
  });
});

function happening(event: number, seat: number | null, ply: string | null, ...said: string[]): Happening {
  return { event, seat, ply, said, gains: {}, is_undone: false };
}

const STORY = [
  happening(1, 6, '*: start 0 rolled 8', 'Blue rolls 8.'),
  happening(2, 0, '0: settle 4', 'Blue founds.'),
  happening(3, 0, '0: roll'),
  happening(4, 6, '*: rolled 3+5', 'Blue rolls 8.'),
  happening(5, 0, '0: end'),
  happening(6, 1, '1: roll'),
  { ...happening(7, 6, '*: rolled 2+2', 'Orange rolls 4: you take 1 ore.'), gains: { 0: { ore: 1 } } },
  happening(8, 1, '1!: city 9', 'Orange is away.', 'Orange builds a city.'),
];

describe('telling', () => {
  it('knows the action of a ply', () => {
    expect(actionOf(STORY[7]!)).toBe('city 9');
    expect(wordOf(happening(1, 6, '*: 0 stole ? from 2'))).toBe('stole');
  });

  it('puts the story into chapters, the founding first', () => {
    const list = chapters(STORY);
    expect(list.map((chapter) => [chapter.seat, chapter.isFounding, chapter.happenings.length])).toEqual([
      [null, true, 2],
      [0, false, 1],
      [1, false, 2],
    ]);
  });

  it('knows a story that begins in the middle of a turn', () => {
    const story = [happening(40, 2, '2: road 5', 'White builds.'), happening(41, 2, '2: end'), ...STORY.slice(5)];
    expect(chapters(story)[0]).toMatchObject({ seat: 2, isFounding: false });
  });

  it('tells what somebody has missed', () => {
    const found = missed(STORY, 0)!;
    expect(found.gained).toEqual({ ore: 1 });
    expect(found.rolls).toBe(1);
    expect(found.sentences.map((one) => one.text)).toEqual(['Orange is away.', 'Orange builds a city.']);
    expect(missed(STORY, 1)).toBeNull();
    const passed = [...STORY, happening(9, 1, '1: end'), happening(10, 0, '0: end')]; // in a special build phase
    expect(missed(passed, 0)!.gained).toEqual({ ore: 1 });
  });

  it('tells what was lost too, and all that is known where the story begins later', () => {
    const robbed = [...STORY, happening(9, 6, '*: 1 stole wool from 0', 'Orange steals 1 wool from you.')];
    expect(missed(robbed, 0)!.lost).toEqual({ wool: 1 });
    const seven = [...robbed, happening(10, 0, '0: discard 2 ore 1 wool', 'You give back 3 cards.')];
    expect(missed(seven, 0)!.lost).toEqual({ wool: 2, ore: 2 });
    const cut = [...STORY.slice(5), happening(9, 1, '1: end')];
    expect(missed(cut, 0)!.gained).toEqual({ ore: 1 });
    expect(missed(STORY.slice(0, 2), 2)).toBeNull(); // nobody has ended a turn yet
  });

  it('gives the latest that was said', () => {
    expect(latest(STORY)).toBe('Orange is away. Orange builds a city.');
    expect(latest([...STORY, happening(9, 1, '1: end')])).toBe('Orange is away. Orange builds a city.');
    expect(latest([])).toBe('');
  });
});
