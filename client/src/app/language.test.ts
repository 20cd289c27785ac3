import { afterEach, expect, test } from 'vitest';

import { languages, setLanguage, currentLanguage } from '../i18n';
import { language, nameOf } from './language.svelte';

afterEach(async () => void (await setLanguage(['en'])));

test('the chosen language is stored; the default is the browser’s', async () => {
  await language.choose('de');
  expect(localStorage.getItem('longroad.language')).toBe('de');
  expect(currentLanguage()).toBe('de');
  await language.choose('auto');
  expect(localStorage.getItem('longroad.language')).toBeNull();
  expect(currentLanguage()).toBe('en');
});

test('languages are listed by their own names', () => {
  expect(languages.map(nameOf)).toEqual(['English', 'Deutsch', 'Español', 'Français']);
});
