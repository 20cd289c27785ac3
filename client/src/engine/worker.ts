/** Runs the engine beside the page, one instance a worker: answers requests by their number (requests.ts). */

import { Answers } from './answers';
import { Engine } from './engine';
import wasm from './longroad.wasm?url';
import type { Request } from './requests';
import weights from './weights.bin?url';

async function fetched(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

async function load(): Promise<Engine> {
  const [code, numbers] = await Promise.all([fetched(wasm), fetched(weights)]);
  return Engine.load(code, numbers);
}

const answers = new Answers(load());

addEventListener('message', ({ data }: MessageEvent<{ number: number; request: Request }>) => {
  void answers.answer(data.request, (answer) => postMessage({ number: data.number, answer }));
});
