import { describe, expect, it } from 'vitest';

import { byKind, readAction, soleKind, unshown, whereOf } from './actions';

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
    expect(kinds.get('settle')!.map((parsed) => parsed.place)).toEqual([3, 1]);
  });

  it('lights places at once only where nothing else can be done', () => {
    expect(soleKind(byKind(['settle 3', 'settle 4']))).toBe('settle');
    expect(soleKind(byKind(['road 3', 'stop']))).toBe('road');
    expect(soleKind(byKind(['road 3', 'end']))).toBeNull();
    expect(soleKind(byKind(['road 3', 'settle 4']))).toBeNull();
  });

  it('lists every legal action without a control', () => {
    expect(unshown(byKind(['roll', 'fly 17'])).map((parsed) => parsed.text)).toEqual(['fly 17']);
    expect(whereOf('neutral-settle')).toBe('site');
  });
});
