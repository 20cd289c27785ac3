import { describe, expect, it, vi } from 'vitest';

import { Answers } from './answers';
import { EngineClient, type WorkerLike } from './open';
import type { Answer, Request } from './requests';
import { loadedEngine } from './testEngine';

/** A worker that runs in this thread. */
function inThisThread(): WorkerLike {
  const answers = new Answers(loadedEngine());
  const worker: WorkerLike = {
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
    postMessage: ({ number, request }: { number: number; request: Request }) => {
      const post = (answer: Answer) =>
        worker.onmessage?.call(worker as Worker, { data: { number, answer } } as MessageEvent);
      void answers.answer(request, post);
    },
  };
  return worker;
}

/** A worker that never answers. */
function silent(): WorkerLike {
  return { onmessage: null, onerror: null, terminate: vi.fn(), postMessage: vi.fn() };
}

describe('the engine of a page', () => {
  it('rejects with what is wrong', async () => {
    const engine = new EngineClient(inThisThread);
    await expect(engine.look(new Uint8Array(5))).rejects.toThrow('a state of 5 bytes');
    await expect(engine.play(new Uint8Array(5), 0, 'end')).rejects.toThrow('a state of 5 bytes');
    await expect(engine.chances({ start: new Uint8Array(5), plies: [] })).rejects.toThrow('a state of 5 bytes');
    const reason = await new Promise<string>((onerror) => {
      engine.analyse(new Uint8Array(5), {}, { onanalysis: () => undefined, onerror });
    });
    expect(reason).toContain('a state of 5 bytes');
  });

  it('reports a crash to everybody who waits, and starts another worker for the next', async () => {
    const workers: WorkerLike[] = [];
    const engine = new EngineClient(() => {
      workers.push(silent());
      return workers.at(-1)!;
    });
    const errors: string[] = [];
    const looking = engine.look(new Uint8Array());
    engine.analyse(new Uint8Array(), {}, { onanalysis: () => undefined, onerror: (reason) => errors.push(reason) });
    expect(workers).toHaveLength(1);
    workers[0]!.onerror!.call(workers[0] as Worker, { message: 'out of memory' } as ErrorEvent);
    await expect(looking).rejects.toThrow('out of memory');
    expect(errors).toEqual(['out of memory']);
    expect(workers[0]!.terminate).toHaveBeenCalled();
    void engine.look(new Uint8Array()).catch(() => undefined);
    expect(workers).toHaveLength(2);
  });

  it('says so where it is closed before it has answered', async () => {
    const engine = new EngineClient(silent);
    const looking = engine.look(new Uint8Array());
    engine.close();
    await expect(looking).rejects.toThrow('the engine was closed');
  });

  it('stops an analysis, but not the one that has taken its place', () => {
    const worker = silent();
    const engine = new EngineClient(() => worker);
    const listener = { onanalysis: () => undefined, onerror: () => undefined };
    const kinds = () =>
      vi.mocked(worker.postMessage).mock.calls.map(([message]) => (message as { request: Request }).request.kind);
    const stops = [1, 2].map(() => engine.analyse(new Uint8Array(), {}, listener));
    stops[0]!();
    expect(kinds()).toEqual(['analyse', 'analyse']);
    stops[1]!();
    stops[1]!();
    expect(kinds()).toEqual(['analyse', 'analyse', 'stop']);
  });
});
