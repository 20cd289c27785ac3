/** Plies in words, for the list of moves: actions and outcomes of chance. */

import type { Geometry } from '../../api/messages';
import { kindTitle, landName, placelessName } from '../../board/naming';
import { t } from '../../i18n';
import { readAction } from '../../table/actions';

const DREW = /^(\d) (drew|stole|took) (\S+)(?: from (\d))?$/;
const ROLLED = /^(?:start (\d) )?rolled (\S+)$/;

/** An outcome of chance in words: '8 rolled (3 + 5)', 'Ada steals ore from Grace'; null if the action is none. */
export function outcomeWords(text: string, nameOf: (seat: number) => string): string | null {
  const [, starter, roll] = ROLLED.exec(text) ?? [];
  if (roll !== undefined) return rolledWords(starter, roll, nameOf);
  const [, seat, verb, card, from] = DREW.exec(text) ?? [];
  if (seat === undefined) return null;
  const values = { name: nameOf(Number(seat)), card: t(`names.${card}`), from: nameOf(Number(from ?? 0)) };
  return verb === 'drew' ? t('analysis.ply_drew', values) : t('analysis.ply_stole', values);
}

/** What chance brings in one word: the sum of a roll, or the card. */
export function outcomeName(text: string): string {
  const [, , roll] = ROLLED.exec(text) ?? [];
  return roll ?? t(`names.${DREW.exec(text)?.[3] ?? text}`);
}

function rolledWords(starter: string | undefined, roll: string, nameOf: (seat: number) => string): string {
  const faces = roll.split('+').map(Number);
  const sum = faces.reduce((all, face) => all + face, 0);
  if (starter !== undefined) return t('analysis.ply_start', { name: nameOf(Number(starter)), sum });
  return faces.length > 1
    ? t('analysis.ply_faces', { sum, faces: faces.join(' + ') })
    : t('analysis.ply_rolled', { sum });
}

/** A ply in few words, without who played it: 'Road 12', '8 rolled', 'Trade with the bank: 4 ore for 1 wool'. */
export function plyName(text: string, geometry: Geometry, nameOf: (seat: number) => string): string {
  const outcome = outcomeWords(text, nameOf);
  if (outcome !== null) return outcome;
  const action = readAction(text);
  const { kind, place } = action;
  if (place === null) return placelessName(action, nameOf);
  const title = kindTitle(kind);
  return kind === 'robber' ? t('decision.titled', { title, name: landName(geometry, place) }) : `${title} ${place}`;
}
