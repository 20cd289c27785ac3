import { afterEach, expect, test, vi } from 'vitest';

import { table } from './fixtures';
import { api } from './http';
import { checkCookies, holdSeat } from './seat';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const SEATED = { game: 'g', seat: 1, token: '' };

function seenFrom(you: number | null): void {
  const message = table(1);
  vi.spyOn(api, 'table').mockResolvedValue({ ...message, room: { ...message.room, you } });
}

test('a seat is held if the browser keeps the cookie', async () => {
  seenFrom(1);
  await expect(holdSeat(SEATED)).resolves.toBeUndefined();
});

test('blocked cookies are reported', async () => {
  seenFrom(null);
  await expect(holdSeat(SEATED)).rejects.toMatchObject({ name: 'RequestError', code: 'no_cookies' });
});

test('blocked cookies are reported before a seat is taken', () => {
  vi.stubGlobal('navigator', { cookieEnabled: true });
  expect(checkCookies).not.toThrow();
  vi.stubGlobal('navigator', { cookieEnabled: false });
  expect(checkCookies).toThrow(expect.objectContaining({ code: 'no_cookies' }) as Error);
});

test('spectators need no seat', async () => {
  const asked = vi.spyOn(api, 'table');
  await holdSeat({ game: 'g', seat: null, token: '' });
  expect(asked).not.toHaveBeenCalled();
});
