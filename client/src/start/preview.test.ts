import { expect, it } from 'vitest';
import { isPrinted, reason } from './preview.svelte';

it('leaves of a refusal the reason', () => {
  expect(reason('duel=True with players=4: the two-player game takes 2 players')).toBe(
    'The two-player game takes 2 players',
  );
  expect(reason('The server cannot be reached.')).toBe('The server cannot be reached.');
});

it('knows an island that is always the same', () => {
  expect(isPrinted({ terrain: 'fixed', tokens: 'fixed', harbors: 'fixed', spiral: 'clockwise' })).toBe(true);
  expect(isPrinted({ terrain: 'fixed', tokens: 'fixed', harbors: 'shuffled' })).toBe(false);
  expect(isPrinted({})).toBe(false);
});
