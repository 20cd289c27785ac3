/** An action in words, as advice: 'Settlement on site 17: hills 6, forest 4', 'End the turn'. */

import type { Geometry, Snapshot } from '../api/messages';
import { cardsIn, choiceName } from '../board/naming';
import { t, tOr } from '../i18n';
import { readAction, whereOf } from '../table/actions';

/** The name of an action in the notation, in a position. */
export function actionName(
  text: string,
  geometry: Geometry,
  snapshot: Snapshot,
  nameOf: (seat: number) => string,
): string {
  const action = readAction(text);
  const { kind, place, seat, give, take } = action;
  const where = whereOf(kind);
  if (where !== null && place !== null) return choiceName(geometry, snapshot, { where, number: place, action }, nameOf);
  if (kind === 'rob') return seat === null ? t('decision.rob_nobody') : t('decision.rob', { name: nameOf(seat) });
  const resource = Object.keys(take)[0];
  return tOr(
    `review.act_${kind}`,
    {
      name: seat === null ? '' : nameOf(seat),
      give: cardsIn(give),
      take: cardsIn(take),
      resource: resource === undefined ? '' : t(`names.${resource}`),
    },
    tOr(`decision.${kind}`, {}, text),
  );
}
