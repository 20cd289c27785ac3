import { afterEach, expect, test, vi } from 'vitest';

import { api } from './http';

afterEach(() => vi.unstubAllGlobals());

function answers(body: BodyInit | null, status: number, type: string): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, headers: { 'content-type': type } })));
}

test('what the server refuses is thrown with its reason', async () => {
  answers('{"code": "illegal_action", "message": "Too near.", "rule": "BLD-3"}', 409, 'application/json');
  await expect(api.meta()).rejects.toMatchObject({ code: 'illegal_action', rule: 'BLD-3', status: 409 });
});

test('an unreachable server has its own code', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')));
  await expect(api.meta()).rejects.toMatchObject({ name: 'RequestError', code: 'unreachable' });
});

test('a cut-off response counts as unreachable', async () => {
  answers('{"version": "0.', 200, 'application/json');
  await expect(api.meta()).rejects.toMatchObject({ name: 'RequestError', code: 'unreachable' });
});

test('a proxy’s error page is not an answer', async () => {
  answers('<h1>Sign in to this network</h1>', 200, 'text/html');
  await expect(api.meta()).rejects.toMatchObject({ name: 'RequestError', code: 'failed', status: 200 });
  answers('404 page not found', 404, 'text/plain');
  await expect(api.table('g')).rejects.toMatchObject({ code: 'failed', status: 404 });
});
