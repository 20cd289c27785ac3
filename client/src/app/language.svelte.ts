/** The language of the page: the browser's unless the user chose one. */

import { languages, setLanguage } from '../i18n';
import { load, save } from './storage';

const KEY = 'longroad.language';

/** One of `languages`, or 'auto': what the browser prefers. */
export type LanguageChoice = string;

function stored(): LanguageChoice {
  const value = load(KEY);
  return value !== null && languages.includes(value) ? value : 'auto';
}

class Language {
  choice = $state<LanguageChoice>(stored());

  /** Switch to the chosen language; if its messages cannot be loaded, the page stays in the current one. */
  async apply(): Promise<void> {
    try {
      await setLanguage(this.choice === 'auto' ? navigator.languages : [this.choice]);
    } catch {
      // The server is unreachable, or it serves a newer page: other requests report both.
    }
  }

  async choose(choice: LanguageChoice): Promise<void> {
    this.choice = choice;
    save(KEY, choice === 'auto' ? null : choice);
    await this.apply();
  }
}

/** The name of a language in that language. */
export function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
}

export const language = new Language();
