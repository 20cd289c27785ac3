import { expect, test } from 'vitest';

import { parseProgress, unfinished, withFinished, withGame, withoutGame } from './progress';

const NOTHING = { finished: [], learned: [], games: [] };
const game = (name: string, done: string[] = [], isFinished = false) => ({
  game: name,
  chapter: 'roll',
  done,
  isFinished,
});

test('what cannot be read is nothing', () => {
  for (const text of [null, '', 'no JSON', '7', '[]', '{"games":{}}']) expect(parseProgress(text)).toEqual(NOTHING);
});

test('a game with a wrong shape is left out', () => {
  const text = JSON.stringify({ finished: ['roll', 7], games: [{ game: 'a' }, null, game('b', ['island'])] });
  expect(parseProgress(text)).toEqual({ finished: ['roll'], learned: [], games: [game('b', ['island'])] });
});

test('the latest game comes first, once, and what it taught is learned', () => {
  const progress = [game('a', ['roll']), game('b'), game('a', ['roll', 'gain'])].reduce(withGame, NOTHING);
  expect(progress.games.map((one) => one.game)).toEqual(['a', 'b']);
  expect(progress.learned).toEqual(['roll', 'gain']);
});

test('the latest game is continued until its chapter is finished', () => {
  const progress = [game('a'), game('b', ['roll'])].reduce(withGame, NOTHING);
  expect(unfinished(progress)?.game).toBe('b');
  expect(unfinished(withoutGame(progress, 'b'))?.game).toBe('a');
  expect(unfinished(withGame(progress, game('b', ['roll'], true)))).toBeNull();
  expect(unfinished(NOTHING)).toBeNull();
});

test('a chapter is finished once', () => {
  expect(withFinished(withFinished(NOTHING, 'roll'), 'roll').finished).toEqual(['roll']);
});
