import { describe, expect, test } from 'vitest';

import { decision, snapshot, seatView } from '../api/fixtures';
import type { Decision, Snapshot, OfferView } from '../api/messages';
import { has } from '../i18n';
import { promptOf } from './prompt';

const name = (seat: number) => ['Ada', 'Bo', 'Cy', 'Di'][seat]!;
const FORM = { kind: 'discard', give: { wool: 5, ore: 4 }, take: {}, total: 4, to: [] };

function offer(given: Partial<OfferView>): OfferView {
  return { seat: 0, give: { wool: 1 }, take: { ore: 1 }, to: [1, 2], accepted: [], waiting: [], ...given };
}

/** The prompt of seat 0, or of another one. */
function promptFor(given: Partial<Snapshot>, asked: Decision | null = decision(1, ['end']), you: number | null = 0) {
  return promptOf(snapshot(given), asked, you, name);
}

describe('what is expected of you', () => {
  test('the first and second settlement have their own prompts', () => {
    expect(promptFor({ phase: 'found settlement' }).key).toBe('found-first');
    const seats = [seatView(0, { settlements: [3] }), seatView(1)];
    expect(promptFor({ phase: 'found settlement', seats }).key).toBe('found-second');
    expect(promptFor({ phase: 'found road' }).key).toBe('found-road');
  });

  test('a roll may come after a card, or a second time', () => {
    expect(promptFor({ phase: 'before roll' }, decision(1, ['roll'])).key).toBe('roll');
    expect(promptFor({ phase: 'before roll' }, decision(1, ['roll', 'knight'])).key).toBe('roll-or-play');
    expect(promptFor({ phase: 'before roll', rolled: [4] }, decision(1, ['roll'])).key).toBe('roll-again');
  });

  test('the cards to discard are counted', () => {
    const asked = decision(1, [], { forms: [FORM] });
    expect(promptFor({ phase: 'discarding' }, asked)).toEqual({
      key: 'discard',
      values: { total: 4, held: 9 },
      tone: 'act',
    });
    expect(promptFor({ phase: 'forced give' }, asked)).toMatchObject({ key: 'give', values: { total: 4 } });
    expect(promptFor({ phase: 'forced give' }, decision(1, []))).toMatchObject({ values: { total: 2 } });
  });

  test('the robber, free roads, neutral players and special builds have their own prompts', () => {
    expect(promptFor({ phase: 'robber moves' }).key).toBe('robber');
    expect(promptFor({ phase: 'victim choice' }).key).toBe('victim');
    expect(promptFor({ phase: 'free road' }, decision(1, ['road 3'])).key).toBe('free-road');
    expect(promptFor({ phase: 'free road' }, decision(1, ['road 3', 'stop'])).key).toBe('free-road-second');
    expect(promptFor({ phase: 'neutral build' }, decision(1, ['road 3 for 2'])).key).toBe('neutral-road');
    expect(promptFor({ phase: 'neutral build' }, decision(1, ['settle 3 for 2'])).key).toBe('neutral-settlement');
    expect(promptFor({ phase: 'special building' }).key).toBe('special');
    expect(promptFor({ phase: 'something new' }).key).toBe('decide');
  });

  test('in your own turn open trades come first', () => {
    expect(promptFor({}, decision(1, ['deal 1', 'end'])).key).toBe('deal');
    const accepted = offer({ accepted: [1, 2, 3] });
    expect(promptFor({ offer: accepted }, decision(1, ['deal 1'])).values).toEqual({ names: 'Bo, Cy, and Di' });
    const proposals = [offer({ seat: 2, to: [0] })];
    expect(promptFor({ proposals }, decision(1, ['take 2', 'end']))).toMatchObject({
      key: 'take',
      values: { names: 'Cy' },
    });
    expect(promptFor({ offer: offer({ waiting: [1, 2] }) })).toMatchObject({
      key: 'offered',
      values: { names: 'Bo and Cy' },
    });
  });

  test('the prompt says if only ending the turn is left', () => {
    expect(promptFor({}).key).toBe('end');
    expect(promptFor({}, decision(1, ['end', 'buy'])).key).toBe('turn');
    expect(promptFor({}, decision(1, ['end'], { forms: [{ ...FORM, kind: 'offer', total: null }] })).key).toBe('turn');
  });

  test('an offer asks for an answer', () => {
    expect(promptFor({ turn: 1 })).toEqual({ key: 'answer', values: { name: 'Bo' }, tone: 'act' });
  });
});

describe('who you wait for', () => {
  const free = (forms: Decision['forms'] = []) => decision(1, [], { is_awaited: false, forms });

  test('the prompt says what the others do', () => {
    for (const [phase, key] of [
      ['found settlement', 'wait-found'],
      ['found road', 'wait-found'],
      ['before roll', 'wait-roll'],
      ['discarding', 'wait-discard'],
      ['robber moves', 'wait-robber'],
      ['victim choice', 'wait-robber'],
      ['special building', 'wait-special'],
      ['neutral build', 'wait-turn'],
    ]) {
      expect(promptFor({ phase: phase!, turn: 1, to_act: [1] }, null)).toMatchObject({ key, tone: 'wait' });
    }
  });

  test('several are named', () => {
    expect(promptFor({ phase: 'discarding', to_act: [1, 2, 3] }, null).values['names']).toBe('Bo, Cy, and Di');
  });

  test('you may propose a trade in another player’s turn', () => {
    const propose = { ...FORM, kind: 'propose', total: null };
    expect(promptFor({ turn: 1, to_act: [1] }, free([propose]))).toMatchObject({ key: 'wait-propose', tone: 'may' });
    expect(promptFor({ turn: 1, to_act: [1] }, free())).toMatchObject({ key: 'wait-turn', tone: 'wait' });
  });

  test('the prompt names who still has to answer an offer', () => {
    const waiting = offer({ waiting: [2] });
    expect(promptFor({ offer: waiting, to_act: [2] }, free()).key).toBe('offered');
    expect(promptFor({ turn: 1, offer: { ...waiting, seat: 1 }, to_act: [2] }, free()).key).toBe('wait-answers');
  });

  test('chance takes a moment', () => {
    expect(promptFor({ to_act: [] }, null).key).toBe('wait-chance');
  });

  test('spectators get the same prompt', () => {
    expect(promptFor({ to_act: [0] }, null, null)).toMatchObject({ key: 'wait-turn', values: { name: 'Ada' } });
  });
});

test('the end names the winner', () => {
  expect(promptFor({ phase: 'over', winner: 0 })).toMatchObject({ key: 'over-won', tone: 'over' });
  expect(promptFor({ phase: 'over', winner: 1 })).toMatchObject({ key: 'over-lost', values: { name: 'Bo' } });
  expect(promptFor({ phase: 'over' }).key).toBe('over-drawn');
});

test('every sentence has a message', () => {
  const phases = ['found settlement', 'found road', 'before roll', 'discarding', 'robber moves', 'victim choice'];
  for (const phase of [...phases, 'free road', 'neutral build', 'forced give', 'special building', 'main', 'over']) {
    for (const asked of [null, decision(1, ['end'])]) {
      expect(has(`prompt.${promptFor({ phase, turn: 1, to_act: [1] }, asked).key}`)).toBe(true);
    }
  }
});
