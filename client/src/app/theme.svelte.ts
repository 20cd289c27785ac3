/** Light or dark: the system's choice unless the user made one. */

import { load, save } from './storage';

export type Choice = 'auto' | 'light' | 'dark';
const KEY = 'longroad.theme';

function stored(): Choice {
  const value = load(KEY);
  return value === 'light' || value === 'dark' ? value : 'auto';
}

class Theme {
  choice = $state<Choice>('auto');
  private systemIsDark = $state(false);

  constructor() {
    const query = matchMedia('(prefers-color-scheme: dark)');
    this.systemIsDark = query.matches;
    query.addEventListener('change', (event) => (this.systemIsDark = event.matches));
    this.choose(stored());
  }

  /** The theme that is shown now. */
  get name(): 'light' | 'dark' {
    if (this.choice !== 'auto') return this.choice;
    return this.systemIsDark ? 'dark' : 'light';
  }

  choose(choice: Choice): void {
    this.choice = choice;
    if (choice === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = choice;
    save(KEY, choice === 'auto' ? null : choice);
  }

  /** Switch between light and dark. */
  toggle(): void {
    this.choose(this.name === 'dark' ? 'light' : 'dark');
  }
}

export const theme = new Theme();
