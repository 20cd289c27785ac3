/** Runs the engine beside the page, one instance a worker: answers requests by their number (requests.ts). */

import { Answers } from './answers';
import { loadEngine } from './loading';
import type { Request } from './requests';

const answers = new Answers(loadEngine());

addEventListener('message', ({ data }: MessageEvent<{ number: number; request: Request }>) => {
  void answers.answer(data.request, (answer) => postMessage({ number: data.number, answer }));
});
