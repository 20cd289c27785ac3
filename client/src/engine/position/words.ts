/** What the engine says, in the language of the page. */

import type { Geometry } from '../../api/messages';
import { landsAround } from '../../board/naming';
import { currentLanguage, t } from '../../i18n';
import type { Forbidden } from './choices';
import type { Reason } from '../judging/reasons';

/** The sentence of a reason, for readers who see the island: a site is named by the land around it. */
export function reasonText({ key, values }: Reason, geometry: Geometry): string {
  const named: Record<string, number | string> = { ...values };
  if ('plan' in values) named['plan'] = t(`reasons.${values['plan']}`);
  if ('site' in values) named['site'] = landsAround(geometry, Number(values['site']));
  return t(`reasons.${key}`, named);
}

/** The sentence of the rule that forbids an action. */
export function forbiddenText({ sentences }: Forbidden): string {
  return sentences[currentLanguage()] ?? sentences['en']!;
}
