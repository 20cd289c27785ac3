/**
 * SHA-256 and HMAC (FIPS 180-4, RFC 2104). Browsers have them too, but only on pages with https or on the same machine,
 * and games are often hosted in a home network.
 */

const BLOCK = 64; // bytes

/** The first 32 bits of the fractional part of a root. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
}

const PRIMES = Array.from({ length: 312 }, (_, number) => number).filter(
  (number) => number > 1 && !Array.from({ length: number }, (_, k) => k).some((k) => k > 1 && number % k === 0),
);
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The message with a 1, zeros, and its length in bits, in whole blocks. */
function padded(message: Uint8Array): DataView<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, 8 * message.length);
  return view;
}

/** The 64 words that a block is stretched to. */
function schedule(view: DataView, at: number): number[] {
  const words = Array.from({ length: 16 }, (_, number) => view.getInt32(at + 4 * number));
  for (let number = 16; number < 64; number++) {
    const [old, late] = [words[number - 15]!, words[number - 2]!];
    const first = rotated(old, 7) ^ rotated(old, 18) ^ (old >>> 3);
    const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words.push((words[number - 16]! + first + words[number - 7]! + second) | 0);
  }
  return words;
}

/** The state after a block. */
function mixed(state: readonly number[], words: readonly number[]): number[] {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  words.forEach((word, round) => {
    const high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + ROUNDS[round]! + word) | 0;
    const low = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  });
  return [a, b, c, d, e, f, g, h].map((word, number) => (word + state[number]!) | 0);
}

/** The 32 bytes of a message's hash. */
export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message);
  let state = START;
  for (let at = 0; at < view.byteLength; at += BLOCK) state = mixed(state, schedule(view, at));
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, number) => hash.setInt32(4 * number, word));
  return new Uint8Array(hash.buffer);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** The 32 bytes of a message's HMAC. */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const whole = new Uint8Array(BLOCK);
  whole.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      whole.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      whole.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}
