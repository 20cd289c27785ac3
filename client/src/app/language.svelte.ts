/** Which language the page speaks: as the browser says, unless somebody chose. */

import { languages, speak } from '../i18n';

const KEPT = 'longroad.language';

/** One of `languages`, or what the browser prefers. */
export type LanguageChoice = string;

function kept(): LanguageChoice {
  try {
    const value = localStorage.getItem(KEPT);
    return value !== null && languages.includes(value) ? value : 'auto';
  } catch {
    return 'auto'; // storage may be forbidden
  }
}

class Language {
  choice = $state<LanguageChoice>(kept());

  /** Speak as chosen; where the words of a language cannot be loaded, the page goes on in the one that it speaks. */
  async speak(): Promise<void> {
    try {
      await speak(this.choice === 'auto' ? navigator.languages : [this.choice]);
    } catch {
      // The server cannot be reached, or it has a newer page: both are told where they matter.
    }
  }

  async choose(choice: LanguageChoice): Promise<void> {
    this.choice = choice;
    try {
      if (choice === 'auto') localStorage.removeItem(KEPT);
      else localStorage.setItem(KEPT, choice);
    } catch {
      // It then lasts until the page is closed.
    }
    await this.speak();
  }
}

/** What a language is called by those who speak it. */
export function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
}

export const language = new Language();
