import { afterEach, expect, test } from 'vitest';

import { setLanguage } from '../i18n';
import { partsOf } from './sentence';

afterEach(async () => void (await setLanguage(['en'])));

test('numbers of cards are separate parts of a sentence', () => {
  expect(partsOf('You offer 2 wool for 1 ore.')).toEqual([
    { text: 'You offer ' },
    { count: '2', text: 'wool', resource: 'wool' },
    { text: ' for ' },
    { count: '1', text: 'ore', resource: 'ore' },
    { text: '.' },
  ]);
});

test('other words and numbers stay text', () => {
  expect(partsOf('You roll 6.')).toEqual([{ text: 'You roll 6.' }]);
  expect(partsOf('1 orek')).toEqual([{ text: '1 orek' }]);
});

test('resources have the names of the language', async () => {
  await setLanguage(['de']);
  expect(partsOf('Du bietest 1 Wolle.')[1]).toEqual({ count: '1', text: 'Wolle', resource: 'wool' });
});
