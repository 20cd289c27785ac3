/** What the page speaks now; whatever is shown follows when it changes. */

import english from './en';

export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type Words = Record<string, Record<string, string | Forms>>;

class Speech {
  language = $state('en');
  words = $state.raw<Words>(english);
}

export const speech = new Speech();
