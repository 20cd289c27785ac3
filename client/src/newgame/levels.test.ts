import { afterEach, expect, it, vi } from 'vitest';

import { api } from '../api/http';
import type { Meta } from '../api/messages';
import { AGAIN_MS, pollMeta } from './levels';

const meta = (isReady: boolean) =>
  ({ bots: [{ name: 'skilled', sentence: '', is_ready: isReady, is_slow: false }] }) as unknown as Meta;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('asks again only while a level is not ready', async () => {
  vi.useFakeTimers();
  const asked = vi.spyOn(api, 'meta').mockResolvedValue(meta(true));
  const take = vi.fn();
  pollMeta(null, take);
  pollMeta(meta(true), take);
  pollMeta(meta(false), take)(); // called off
  await vi.advanceTimersByTimeAsync(2 * AGAIN_MS);
  expect(asked).not.toHaveBeenCalled();
  pollMeta(meta(false), take);
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(take).toHaveBeenCalledExactlyOnceWith(meta(true));
});
