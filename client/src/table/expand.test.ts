import { expect, test } from 'vitest';

import { decision, entry, snapshot, seatView, update } from '../api/fixtures';
import { LEFT_OUT } from '../api/messages';
import type { Update } from '../api/messages';
import { expandAction, expandUpdate } from './expand';

test('joined actions are split', () => {
  expect(expandAction('end')).toEqual(['end']);
  expect(expandAction('settle 3|8|17')).toEqual(['settle 3', 'settle 8', 'settle 17']);
  expect(expandAction('bank 4 wool for 1 ore|grain')).toEqual(['bank 4 wool for 1 ore', 'bank 4 wool for 1 grain']);
});

test('left-out values are restored', () => {
  const short = {
    type: 'update',
    event: 7,
    snapshot: {
      ...{ phase: 'main', turn: 0, turn_number: 3, to_act: [0], robber: 2, bank: { ore: 3 } },
      seats: [{ seat: 0, hand_size: 2, hand: { wool: 2 }, supply: [15, 5, 4] }],
      offer: { seat: 0, give: { wool: 1 }, take: { ore: 1 }, to: [1], waiting: [1] },
    },
    decision: { id: 7, is_awaited: true, prompt: 'main', actions: ['end', 'road 1|2'] },
    log: [{ event: 7, seat: 0, ply: '0: roll' }],
  } as unknown as Update;
  const offer = { seat: 0, give: { wool: 1 }, take: { ore: 1 }, to: [1], accepted: [], waiting: [1] };
  expect(expandUpdate(short)).toEqual(
    update(7, {
      snapshot: snapshot({
        ...{ turn_number: 3, bank: { ore: 3 }, deck_size: 0, offer },
        seats: [seatView(0, { hand_size: 2, hand: { wool: 2 } })],
      }),
      decision: decision(7, ['end', 'road 1', 'road 2']),
      log: [entry(7, '0: roll')],
    }),
  );
});

test('a decision that is left out is none', () => {
  const { decision: _, ...short } = update(3);
  expect(expandUpdate(short as Update).decision).toBeNull();
});

test('a full update stays as it is', () => {
  const given = update(5, { log: [entry(5, null, { sentences: ['Ada is back.'] })] });
  expect(expandUpdate(given)).toEqual(given);
});

test('every kind of part is known', () => {
  const known = ['Decision', 'FormView', 'LogEntry', 'OfferView', 'SeatView', 'Snapshot', 'Update'];
  expect(Object.keys(LEFT_OUT).sort()).toEqual(known);
});
