import { expect, it, vi } from 'vitest';

import { api } from '../api/http';
import type { Preview } from '../api/messages';
import { IslandPreview, isPrinted, reason } from './preview.svelte';

it('extracts the reason of a refusal', () => {
  expect(reason('duel=True with players=4: the two-player game takes 2 players')).toBe(
    'The two-player game takes 2 players',
  );
  expect(reason('The server cannot be reached.')).toBe('The server cannot be reached.');
});

it('detects the printed island', () => {
  expect(isPrinted({ terrain: 'fixed', tokens: 'fixed', harbors: 'fixed', spiral: 'clockwise' })).toBe(true);
  expect(isPrinted({ terrain: 'fixed', tokens: 'fixed', harbors: 'shuffled' })).toBe(false);
  expect(isPrinted({})).toBe(false);
});

it('keeps a rerolled island while the setup changes', async () => {
  vi.useFakeTimers();
  const asked: (number | null | undefined)[] = [];
  vi.spyOn(api, 'preview').mockImplementation(({ island_seed }) => {
    asked.push(island_seed);
    return Promise.resolve({ island_seed, options: {} } as Preview);
  });
  const preview = new IslandPreview();
  await preview.ask({ preset: 'base', options: {} }, 1);
  preview.follow({ preset: 'duel', options: {} }); // asks in a moment
  void preview.ask({ preset: 'duel', options: {} }, 2);
  preview.follow({ preset: 'classic', options: {} });
  await vi.runAllTimersAsync();
  expect(asked).toEqual([1, 2, 2]);
  expect(preview.seed).toBe(2);
  vi.useRealTimers();
});

it('can be rerolled while another setup is being asked for, and shows the rerolled island', async () => {
  const answers: ((preview: Preview) => void)[] = [];
  vi.spyOn(api, 'preview').mockImplementation(() => new Promise((answer) => answers.push(answer)));
  const preview = new IslandPreview();
  const following = preview.ask({ preset: 'classic', options: {} }, 1);
  expect([preview.isAsking, preview.isRolling]).toEqual([true, false]);
  const rolling = preview.reroll({ preset: 'classic', options: {} });
  expect(preview.isRolling).toBe(true);
  answers[1]!({ island_seed: 2, options: {} } as Preview);
  await rolling;
  answers[0]!({ island_seed: 1, options: {} } as Preview);
  await following;
  expect([preview.seed, preview.isAsking, preview.isRolling]).toEqual([2, false, false]);
});
