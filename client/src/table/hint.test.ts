import { afterEach, expect, test, vi } from 'vitest';

import { Hint } from './hint.svelte';
import type { TableStore } from './store.svelte';

const candidate = (action: string, chance: number) => ({ action, chance, reason: 'It is good.' });

/** A table with a decision, and a server that answers when it is told to. */
function asking() {
  const asked: { budget: string; answer: (actions: unknown[], status?: number) => Promise<void> }[] = [];
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { budget } = JSON.parse(body) as { budget: string };
    return new Promise((resolve) => {
      const answer = async (actions: unknown[], status = 200) => {
        const found = status === 200 ? { actions } : { code: 'busy', message: 'Too much to do.' };
        resolve(new Response(JSON.stringify(found), { status, headers: { 'content-type': 'application/json' } }));
        await vi.waitFor(() => Promise.resolve());
        await new Promise((done) => setTimeout(done, 5));
      };
      asked.push({ budget, answer });
    });
  });
  const table = {
    game: 'g',
    you: 0,
    isPrompted: true,
    decision: { id: 7 },
    room: { has_hints: true, status: 'playing' },
  };
  return { table, asked, hint: new Hint(table as unknown as TableStore) };
}

afterEach(() => vi.unstubAllGlobals());

test('a quick answer comes first, then a better one', async () => {
  const { hint, asked } = asking();
  hint.toggle();
  expect([hint.isOpen, hint.isSearching, hint.action]).toEqual([true, true, null]);
  await asked[0]!.answer([candidate('road 3', 0.4), candidate('end', 0.3)]);
  expect([hint.action?.text, hint.isSearching]).toEqual(['road 3', true]);
  await asked[1]!.answer([candidate('end', 0.35), candidate('road 3', 0.34)]);
  expect([hint.action?.text, hint.isSearching]).toEqual(['end', false]);
  expect(asked.map(({ budget }) => budget)).toEqual(['quick', 'normal']);
});

test('it disappears when something else is to be decided', async () => {
  const { hint, asked, table } = asking();
  hint.toggle();
  table.decision = { id: 8 };
  await asked[0]!.answer([candidate('road 3', 0.4)]);
  expect([hint.isOpen, hint.best, hint.action, asked.length]).toEqual([false, null, null, 1]);
});

test('what is closed stays closed', async () => {
  const { hint, asked } = asking();
  hint.toggle();
  hint.toggle();
  await asked[0]!.answer([candidate('road 3', 0.4)]);
  expect([hint.isOpen, hint.isSearching, hint.best, asked.length]).toEqual([false, false, null, 1]);
});

test('a server that cannot answer says why; one that cannot look deeper leaves the quick answer', async () => {
  const { hint, asked } = asking();
  hint.toggle();
  await asked[0]!.answer([], 503);
  expect([hint.isOpen, hint.problem, hint.isSearching]).toEqual([true, 'Too much to do.', false]);
  hint.close();
  hint.toggle();
  await asked[1]!.answer([candidate('road 3', 0.4)]);
  await asked[2]!.answer([], 403);
  expect([hint.action?.text, hint.problem, hint.isSearching]).toEqual(['road 3', '', false]);
});

test('nobody asks where hints are not allowed', () => {
  const { hint, asked, table } = asking();
  table.room.has_hints = false;
  hint.toggle();
  expect([hint.isOpen, asked.length]).toEqual([false, 0]);
});
