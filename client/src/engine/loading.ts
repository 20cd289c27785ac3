/** Loads the engine in a worker. */

import { Engine } from './engine';
import wasm from './longroad.wasm?url';
import plain from './plain.wasm?url';
import weights from './weights.bin?url';

async function fetched(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

/** The engine; where the browser or its processor has no SIMD, the module without it. */
export async function loadEngine(): Promise<Engine> {
  const [code, numbers] = await Promise.all([fetched(wasm), fetched(weights)]);
  try {
    return await Engine.load(code, numbers);
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    return Engine.load(await fetched(plain), numbers);
  }
}
