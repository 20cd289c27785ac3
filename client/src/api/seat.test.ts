import { afterEach, expect, test, vi } from 'vitest';

import { table } from './fixtures';
import { api } from './http';
import { holdSeat, holdSeatOrLeave } from './seat';

afterEach(() => vi.restoreAllMocks());

const SEATED = { game: 'g', seat: 1, token: 'secret' };

function seenFrom(you: number | null): void {
  const message = table(1);
  vi.spyOn(api, 'table').mockResolvedValue({ ...message, room: { ...message.room, you } });
}

test('a seat is held if the browser keeps the cookie', async () => {
  seenFrom(1);
  const leave = vi.spyOn(api, 'leave');
  await holdSeat(SEATED);
  await holdSeatOrLeave(SEATED);
  expect(leave).not.toHaveBeenCalled();
});

test('blocked cookies are reported', async () => {
  seenFrom(null);
  await expect(holdSeat(SEATED)).rejects.toMatchObject({ name: 'RequestError', code: 'no_cookies' });
});

test('a seat that cannot be held is left by its token', async () => {
  seenFrom(null);
  const leave = vi.spyOn(api, 'leave').mockResolvedValue({ event: 2 } as never);
  await expect(holdSeatOrLeave(SEATED)).rejects.toMatchObject({ code: 'no_cookies' });
  expect(leave).toHaveBeenCalledWith('g', 'secret');
});

test('spectators need no seat', async () => {
  const asked = vi.spyOn(api, 'table');
  await holdSeat({ game: 'g', seat: null, token: '' });
  expect(asked).not.toHaveBeenCalled();
});
