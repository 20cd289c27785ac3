/** What the engine says, in the language of the page. */

import { currentLanguage, t } from '../../i18n';
import type { Forbidden } from './choices';
import type { Reason } from '../judging/reasons';

/** The sentence of a reason. */
export function reasonText({ key, values }: Reason): string {
  const { plan } = values;
  return t(`reasons.${key}`, plan === undefined ? values : { ...values, plan: t(`reasons.${plan}`) });
}

/** The sentence of the rule that forbids an action. */
export function forbiddenText({ sentences }: Forbidden): string {
  return sentences[currentLanguage()] ?? sentences['en']!;
}
