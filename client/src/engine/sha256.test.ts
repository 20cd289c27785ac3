import { createHash, createHmac } from 'node:crypto';

import { expect, it } from 'vitest';

import { hmac, sha256 } from './sha256';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const some = (length: number) => Uint8Array.from({ length }, (_, number) => (31 * number + length) & 255);

it('finds the hashes of the standard', () => {
  const of = (text: string) => hex(sha256(new TextEncoder().encode(text)));
  expect(of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('finds what another implementation finds, for messages and keys of all lengths', () => {
  for (let length = 0; length < 300; length++) {
    const message = some(length);
    expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
    const key = some(length % 140);
    expect(hex(hmac(key, message))).toBe(createHmac('sha256', key).update(message).digest('hex'));
  }
});
