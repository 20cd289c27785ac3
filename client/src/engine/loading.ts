/** Loads the engine in a worker. */

import { Engine } from './engine';
import wasm from './longroad.wasm?url';
import weights from './weights.bin?url';

async function fetched(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

export async function loadEngine(): Promise<Engine> {
  const [code, numbers] = await Promise.all([fetched(wasm), fetched(weights)]);
  return Engine.load(code, numbers);
}
