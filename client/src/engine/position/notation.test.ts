import { describe, expect, it } from 'vitest';

import { DISCARD, OFFER_TRADE } from '../layout';
import { NotAnAction, bundleOf, countsOf, facesOf, kindOf, readAction, writeAction, writePly } from './notation';

describe('the notation of actions', () => {
  it.each([
    ...[
      'roll',
      'end',
      'settle 17',
      'city 79',
      'road 108',
      'robber 29',
      'rob 3',
      'rob nobody',
      'monopoly ore',
      'deal 2',
    ],
    ...['bank 4 wool for 1 ore', 'plenty 2 grain', 'plenty 1 brick 1 ore', 'plenty 1 wool', 'take 5', 'road 5 for 2'],
    ...['settle 17 for 3', 'offer 2 wool for 1 ore to 1 3', 'offer 95 brick for 32 lumber to 0', 'accept', 'refuse'],
    ...['counter 1 brick for 1 lumber 1 wool', 'propose 1 ore for 2 grain', 'discard 2 brick 3 ore', 'discard ?'],
    ...[
      'discard ?4',
      'give 2 grain',
      'start 2 rolled 8',
      'start 0 rolled 3+5',
      'rolled 3+4',
      'rolled 12',
      '5 drew point',
    ],
    ...[
      '0 drew ?',
      '0 stole wool from 2',
      '1 stole ? from 0',
      '1 took ore from 0',
      'withdraw',
      'force',
      'calm',
      'retire',
    ],
  ])('reads and writes %s', (text) => expect(writeAction(readAction(text))).toBe(text));

  it.each([
    ['Settle  17', 'settle 17'],
    ['bank 4 sheep for wheat', 'bank 4 wool for 1 grain'],
    ['discard ore, 2 brick and ore', 'discard 2 brick 2 ore'],
    ['discard 2wool', 'discard 2 wool'],
    ['offer wool for ore to 3, 1', 'offer 1 wool for 1 ore to 1 3'],
    ['monopoly wood', 'monopoly lumber'],
  ])('reads %s as %s', (given, text) => expect(writeAction(readAction(given))).toBe(text));

  it('offers to all others where no seats are named', () => {
    expect(writeAction(readAction('offer 1 ore for 1 grain', [1, 2]))).toBe('offer 1 ore for 1 grain to 1 2');
    expect(writeAction(readAction('offer 1 ore for 1 grain to 2', [1, 2]))).toBe('offer 1 ore for 1 grain to 2');
  });

  it.each([
    ['fly 17', "'fly 17' is not an action: expected one of roll, end, buy"],
    ['', "'' is not an action"],
    ['settle', "'settle' is not an action: expected 'settle SITE' or 'settle SITE for FOR'"],
    ['settle 80', "site '80': expected a whole number from 0 to 79"],
    ['settle x', "site 'x'"],
    ['road 3 for 1', "for '1': expected a whole number from 2 to 3"],
    ['rob 6', "victim '6': expected one of 0, 1, 2, 3, 4, 5, nobody"],
    ['monopoly gold', "resource 'gold'"],
    ['bank 5 ore for 1 grain', "'bank 5 ore for 1 grain'"],
    ['bank 4 ore 1 wool for 1 grain', 'cards of one resource for one card'],
    ['plenty 3 ore', 'it takes one or two cards'],
    ['discard nothing', "'nothing': expected at least one card"],
    ['discard 96 ore', 'at most 95 cards'],
    ['discard 2 gold', "'2 gold' is not a resource: expected one of brick, lumber, wool, grain, ore"],
    ['discard 2', "'2' at the end of '2': of which resource?"],
    ['discard wool2', "'wool2' is not a resource"],
    ['discard 2 3wool', "'2 3wool' is not a resource"],
    ['offer 1 ore for 1 wool to ,', "seats ',': expected at least one"],
    ['discard ?64', "number of hidden cards '64'"],
    ['offer 1 ore for 1 ore to 1', 'a resource is not traded for itself (TRA-4)'],
    ['offer 1 ore for nothing to 1', 'both sides give a card (TRA-3)'],
    ['offer 1 ore for 33 wool to 1', 'at most 32 cards'],
    ['offer 1 ore for 1 wool to 1 1', 'one is given twice'],
    ['offer 1 ore for 1 wool', "expected 'offer GIVE for TAKE to TO'"],
    ['rolled 7+1', "roll '7+1': expected a sum from 2 to 12"],
    ['rolled 1', "roll '1'"],
    ['0 stole gold from 1', "stolen 'gold'"],
    ['x'.repeat(300), `'${'x'.repeat(39)}…' is not an action`],
  ])('says what is wrong with %s', (text, message) => {
    expect(() => readAction(text)).toThrow(NotAnAction);
    expect(() => readAction(text)).toThrow(message);
  });

  it('has counts of more than 32 bits', () => {
    const counts = [95, -32, 0, 1, 64];
    const offer = bundleOf(OFFER_TRADE, counts, 0b111110);
    expect(countsOf(offer)).toEqual(counts);
    expect(kindOf(offer)).toBe(OFFER_TRADE);
    expect(writeAction(bundleOf(DISCARD, [0, 0, 95, 0, 0]))).toBe('discard 95 wool');
  });

  it('writes plies, and knows the faces of dice', () => {
    expect(writePly(6, readAction('rolled 3+4'))).toBe('*: rolled 3+4');
    expect(writePly(2, readAction('end'))).toBe('2: end');
    expect(facesOf(readAction('rolled 3+4'))).toEqual([3, 4]);
    expect(facesOf(readAction('rolled 7'))).toEqual([]);
    expect(facesOf(readAction('start 1 rolled 3+4'))).toEqual([]);
  });
});
