/** What the engine says, in the language of the page. */

import { currentLanguage, t } from '../../i18n';
import type { Forbidden } from './choices';
import type { Reason } from '../judging/reasons';

/** The sentence of a reason, with the name of its site. */
export function reasonText({ key, values }: Reason, siteName: (site: number) => string): string {
  const named: Record<string, number | string> = { ...values };
  if ('plan' in values) named['plan'] = t(`reasons.${values['plan']}`);
  if ('site' in values) named['site'] = siteName(Number(values['site']));
  return t(`reasons.${key}`, named);
}

/** The sentence of the rule that forbids an action. */
export function forbiddenText({ sentences }: Forbidden): string {
  return sentences[currentLanguage()] ?? sentences['en']!;
}
