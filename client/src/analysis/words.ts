/** Plies in words: short for the list of moves, long for the lists of what can be played. */

import type { Geometry, Snapshot } from '../api/messages';
import { cardsIn, choiceName, landName } from '../board/naming';
import { formatList, t, tOr } from '../i18n';
import { readAction, whereOf, type ParsedAction } from '../table/actions';

/** What words need to know of a position. */
export interface Scene {
  geometry: Geometry;
  snapshot: Snapshot;
  nameOf: (seat: number) => string;
}

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

/** A ply in few words, without who played it: 'Road 12', '8 rolled', '4 ore for 1 wool'. */
export function shortWords(text: string, { geometry, nameOf }: Pick<Scene, 'geometry' | 'nameOf'>): string {
  const outcome = outcomeWords(text, nameOf);
  if (outcome !== null) return outcome;
  const action = readAction(text);
  const { kind, place } = action;
  if (kind === 'robber' && place !== null) return t('analysis.ply_robber', { land: landName(geometry, place) });
  if (whereOf(kind) !== null && place !== null) return t(`analysis.ply_${kind}`, { place });
  return otherWords(action, nameOf);
}

/** An action in words that say where: 'Settlement on site 17: hills 6, forest 4'. */
export function longWords(text: string, { geometry, snapshot, nameOf }: Scene): string {
  const action = readAction(text);
  const where = whereOf(action.kind);
  if (where === null || action.place === null) return shortWords(text, { geometry, nameOf });
  return choiceName(geometry, snapshot, { where, number: action.place, action }, nameOf);
}

/** An action without a place. */
function otherWords(action: ParsedAction, nameOf: (seat: number) => string): string {
  const { kind, seat, text } = action;
  const [give, take] = [cardsIn(action.give), cardsIn(action.take)];
  const values = { give, take, cards: give || take, ...(seat !== null && { name: nameOf(seat) }) };
  if (kind === 'rob' && seat === null) return t('decision.rob_nobody');
  if (kind === 'monopoly') return t('analysis.ply_monopoly', { card: t(`names.${Object.keys(action.take)[0]}`) });
  if (kind === 'offer') return t('analysis.ply_offer', { ...values, names: formatList(askedIn(text).map(nameOf)) });
  return tOr(`analysis.ply_${kind}`, values, text);
}

/** The seats that an offer is made to. */
function askedIn(offer: string): number[] {
  return (/ to ([\d ]+)$/.exec(offer)?.[1] ?? '').split(' ').filter(Boolean).map(Number);
}
