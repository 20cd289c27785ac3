/** Light or dark: as the system says, unless somebody chose. */

export type Choice = 'auto' | 'light' | 'dark';
const KEPT = 'longroad.theme';

function kept(): Choice {
  try {
    const value = localStorage.getItem(KEPT);
    return value === 'light' || value === 'dark' ? value : 'auto';
  } catch {
    return 'auto'; // storage may be forbidden
  }
}

class Theme {
  choice = $state<Choice>('auto');
  private isDarkOutside = $state(false);

  constructor() {
    const outside = matchMedia('(prefers-color-scheme: dark)');
    this.isDarkOutside = outside.matches;
    outside.addEventListener('change', (event) => (this.isDarkOutside = event.matches));
    this.choose(kept());
  }

  /** What is shown now. */
  get name(): 'light' | 'dark' {
    if (this.choice !== 'auto') return this.choice;
    return this.isDarkOutside ? 'dark' : 'light';
  }

  choose(choice: Choice): void {
    this.choice = choice;
    if (choice === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = choice;
    try {
      if (choice === 'auto') localStorage.removeItem(KEPT);
      else localStorage.setItem(KEPT, choice);
    } catch {
      // It then lasts until the page is closed.
    }
  }

  /** Change between light and dark. */
  toggle(): void {
    this.choose(this.name === 'dark' ? 'light' : 'dark');
  }
}

export const theme = new Theme();
