/** The engine for tests in Node.js, from the files that `make client` builds. */

import { readFileSync } from 'node:fs';

import { Engine } from './engine';

export function loadedEngine(): Promise<Engine> {
  const file = (name: string) => readFileSync(`src/engine/${name}`);
  return Engine.load(file('longroad.wasm'), new Uint8Array(file('weights.bin')).buffer);
}
