import { expect, it } from 'vitest';

import { ago } from './ago';

const MINUTE = 60_000;

it('says how long ago something was, in the largest unit that fits', () => {
  const now = 1_000_000_000;
  expect(ago(now, now, 'en')).toBe('now');
  expect(ago(now - 59_000, now, 'en')).toBe('now');
  expect(ago(now - 5 * MINUTE, now, 'en')).toBe('5 minutes ago');
  expect(ago(now - 125 * MINUTE, now, 'en')).toBe('2 hours ago');
  expect(ago(now - 30 * 60 * MINUTE, now, 'en')).toBe('yesterday');
  expect(ago(now - 80 * 60 * MINUTE, now, 'de')).toBe('vor 3 Tagen');
});

it('treats future times as now', () => {
  expect(ago(2000, 1000, 'en')).toBe('now');
});
