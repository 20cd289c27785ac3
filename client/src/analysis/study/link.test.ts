// @vitest-environment node
import { expect, it } from 'vitest';

import { packed, unpacked } from './link';

it('packs a text into letters that a link can hold, and unpacks it', async () => {
  const text = '0: settle 17\n# Glück auf\n'.repeat(200);
  const letters = await packed(text);
  expect(letters).toMatch(/^[\w-]+$/);
  expect(letters.length).toBeLessThan(text.length / 10);
  expect(await unpacked(letters)).toBe(text);
});

it('refuses a link that was cut off', async () => {
  const letters = await packed('0: settle 17\n'.repeat(9));
  await expect(unpacked(letters.slice(0, -6))).rejects.toThrow();
  await expect(unpacked('!!')).rejects.toThrow();
});

it('refuses a link that unpacks to far more than a record', async () => {
  const letters = await packed(' '.repeat(4_100_000));
  expect(letters.length).toBeLessThan(10_000);
  await expect(unpacked(letters)).rejects.toThrow('more than 4000000 bytes');
});
