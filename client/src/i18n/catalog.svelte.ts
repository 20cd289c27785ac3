/** The current language and its messages; whatever is shown follows when they change. */

import english from './en';

export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Messages by area and name. */
export type Messages = Record<string, Record<string, string | PluralForms>>;

class Catalog {
  language = $state('en');
  messages = $state.raw<Messages>(english);
}

export const catalog = new Catalog();
