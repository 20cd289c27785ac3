import { describe, expect, it } from 'vitest';

import type { Room, Seat } from '../api/messages';
import { setLanguage } from '../i18n';
import { readinessOf } from './readiness';

function seat(number: number, kind: Seat['kind'], name = '', is_ready = false, is_here = true): Seat {
  return { seat: number, kind, name, colour: 'blue', bot: '', is_here, is_taken_over: false, is_ready, text: '' };
}

function room(seats: Seat[], is_hotseat = false): Room {
  return { seats, host: 0, settings: { is_hotseat } } as unknown as Room;
}

const HOST = seat(0, 'person', 'Ada');

describe('what the start waits for', () => {
  it('first, a player in every seat', () => {
    const readiness = readinessOf(room([HOST, seat(1, 'open'), seat(2, 'open'), seat(3, 'person', 'Bo')]));
    expect(readiness.canBegin).toBe(false);
    expect(readiness.text).toContain('2 seats');
  });

  it('then everyone online and ready, though the host may start anyway', () => {
    const away = readinessOf(room([HOST, seat(1, 'person', 'Bo', true, false), seat(2, 'person', 'Cy')]));
    expect(away).toMatchObject({ canBegin: true, isComplete: false });
    expect(away.text).toContain('Bo');
    const unready = readinessOf(room([HOST, seat(1, 'person', 'Bo', true), seat(2, 'person', 'Cy')]));
    expect(unready).toMatchObject({ canBegin: true, isComplete: false });
    expect(unready.text).toContain('Cy');
    expect(unready.text).not.toContain('Bo');
  });

  it('names a player without a name by colour, in the current language', async () => {
    await setLanguage(['de']);
    expect(readinessOf(room([HOST, seat(1, 'person')])).text).toContain('blau');
    await setLanguage(['en']);
  });

  it('nothing when all are ready; host, bots and pass-and-play need not confirm', () => {
    expect(readinessOf(room([HOST, seat(1, 'person', 'Bo', true), seat(2, 'computer', 'Clara')])).isComplete).toBe(
      true,
    );
    expect(readinessOf(room([HOST, seat(1, 'person', 'Bo')], true)).isComplete).toBe(true);
  });
});
