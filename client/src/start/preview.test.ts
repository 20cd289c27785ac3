import { expect, it } from 'vitest';
import { reason } from './preview.svelte';

it('leaves of a refusal the reason', () => {
  expect(reason('duel=True with players=4: the two-player game takes 2 players')).toBe(
    'The two-player game takes 2 players',
  );
  expect(reason('The server cannot be reached.')).toBe('The server cannot be reached.');
});
