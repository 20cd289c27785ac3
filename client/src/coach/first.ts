/** The first game ever: what comes up in it, in the order in which it does. */

import { siteYield } from '../board/naming';
import { t } from '../i18n';
import { formatCounts, total } from '../table/bundles';
import { readAction } from '../table/actions';
import { formatTerms } from '../table/offers';
import {
  all,
  can,
  did,
  everDid,
  handSize,
  hasForm,
  inPhase,
  isAsked,
  isMain,
  isYourTurn,
  lastPlace,
  lastRoll,
  not,
  settled,
  type Scene,
} from './scene';
import type { Ring, Step } from './step';
import { bestRoad, bestRobber, bestSite, bestSites, closeDeal, discardMost, firstOf, offerSpare } from './suggest';

const FINDS = 3; // sites that are ringed
const praised = () => ({});
const founds = all(inPhase('found settlement'), isAsked);

/** The hexes with a number. */
function hexesOf({ geometry }: Scene, tokens: readonly number[]): Ring[] {
  return geometry.tokens.flatMap((token, number) =>
    tokens.includes(token) ? [{ where: 'hex' as const, number }] : [],
  );
}

const finds = (scene: Scene): Ring[] =>
  bestSites(scene)
    .slice(0, FINDS)
    .map((number) => ({ where: 'site', number }));

/** What is good about the settlement that you have just placed. */
function praiseSite(scene: Scene) {
  const site = lastPlace(scene, 'settle') ?? scene.own.settlements.at(-1) ?? 0;
  return { values: { yield: siteYield(scene.geometry, site) } };
}

export const FOUNDING: readonly Step[] = [
  { name: 'island', when: all(founds, settled(0)) },
  { name: 'numbers', when: all(founds, settled(0)), rings: (scene) => hexesOf(scene, [6, 8]) },
  { name: 'found', when: all(founds, settled(0)), suggest: bestSite, rings: finds, praise: praiseSite },
  { name: 'found_road', when: all(inPhase('found road'), isAsked, settled(1)), suggest: bestRoad, praise: praised },
  { name: 'found_second', when: all(founds, settled(1)), suggest: bestSite, rings: finds, praise: praiseSite },
  {
    name: 'found_last_road',
    when: all(inPhase('found road'), isAsked, settled(2)),
    suggest: bestRoad,
    praise: praised,
  },
  { name: 'first_cards', when: ({ own }) => own.roads.length === 2 && total(own.hand ?? {}) > 0, parts: ['hand'] },
];

const gained = (scene: Scene) => ({
  roll: lastRoll(scene).roll,
  cards: formatCounts(lastRoll(scene).gained),
  count: handSize(scene),
});

export const ROLL: readonly Step[] = [
  { name: 'roll', when: all(isYourTurn, can('roll')), suggest: firstOf('roll') },
  {
    name: 'gain',
    when: (scene) => isMain(scene) && lastRoll(scene).roll !== 7,
    variant: (scene) => (total(lastRoll(scene).gained) > 0 ? '' : 'none'),
    values: gained,
    rings: (scene) => hexesOf(scene, [lastRoll(scene).roll]),
  },
  { name: 'end', when: isMain, suggest: firstOf('end'), praise: praised },
  { name: 'others', when: not(isYourTurn), done: isYourTurn, parts: ['players'] },
  { name: 'round', when: all(isYourTurn, can('roll')), values: gained, parts: ['hand'] },
];

export const BUILD: readonly Step[] = [
  { name: 'costs', when: isMain, parts: ['road', 'settle', 'city', 'buy'] },
  { name: 'road', when: all(isMain, can('road')), suggest: firstOf('road 64', 'road'), praise: praised },
  {
    name: 'settle',
    when: all(isMain, can('settle')),
    suggest: firstOf('settle 49', 'settle'),
    praise: praiseSite,
    isRare: true,
  },
  { name: 'city', when: all(isMain, can('city')), suggest: firstOf('city 39', 'city'), praise: praised, isRare: true },
  { name: 'built', when: isMain },
];

/** A trade with the bank in words. */
function bankTerms(scene: Scene) {
  const { give, take } = readAction(cheapest(scene) ?? '');
  return { give: formatCounts(give), take: formatCounts(take) };
}

const cheapest = firstOf('bank 3 wool for 1 brick', 'bank');

export const BANK: readonly Step[] = [
  {
    name: 'bank',
    when: all(isMain, can('bank')),
    suggest: cheapest,
    values: bankTerms,
    praise: praised,
  },
  {
    name: 'bank_road',
    when: all(isMain, can('road')),
    suggest: firstOf('road 70', 'road'),
    praise: praised,
    isRare: true,
  },
  {
    name: 'harbors',
    when: isMain,
    rings: ({ geometry }) => geometry.harbors.map(([number]) => ({ where: 'path', number })),
  },
];

/** What has become of your offer. */
function answered({ kinds }: Scene): string {
  if (kinds.has('deal')) return 'deal';
  return kinds.has('take') ? 'counter' : 'none';
}

/** Whether everybody has answered your offer, or it is closed. */
const isAnswered = (scene: Scene) =>
  scene.snapshot.offer ? scene.snapshot.offer.waiting.length === 0 : everDid('offer')(scene);

/** The terms of the suggested offer in words. */
function offerTerms(scene: Scene) {
  const { give, take } = readAction(offerSpare(scene) ?? '');
  return { give: formatCounts(give), take: formatCounts(take) };
}

const offered = ({ snapshot }: Scene) => ({ terms: snapshot.offer ? formatTerms(snapshot.offer) : '' });

export const TRADE: readonly Step[] = [
  {
    name: 'answer',
    when: can('accept'),
    suggest: firstOf('accept'),
    done: did('accept', 'refuse', 'counter'),
    values: offered,
    praise: praised,
  },
  { name: 'trade_roll', when: all(isYourTurn, can('roll')), suggest: firstOf('roll') },
  {
    name: 'offer',
    when: all(isMain, hasForm('offer'), (scene) => handSize(scene) > 0),
    suggest: offerSpare,
    done: did('offer'),
    values: offerTerms,
  },
  {
    name: 'answers',
    when: all(isMain, isAnswered),
    variant: answered,
    suggest: closeDeal,
    done: did('deal', 'take', 'end', 'withdraw'),
    praise: praised,
  },
];

/** What moving the robber and stealing is about; a knight does the same. */
const MOVE: readonly Step[] = [
  { name: 'robber', when: all(inPhase('robber moves'), isAsked), suggest: bestRobber, praise: praised },
  { name: 'rob', when: all(inPhase('victim choice'), isAsked), suggest: firstOf('rob'), isRare: true },
];

const owes = all(inPhase('discarding'), hasForm('discard'));

export const ROBBER: readonly Step[] = [
  { name: 'seven', when: all(isYourTurn, can('roll')), suggest: firstOf('roll'), values: gained },
  {
    name: 'discard',
    when: owes,
    suggest: discardMost,
    values: ({ decision }) => ({ total: decision?.forms.find((form) => form.total !== null)?.total ?? 0 }),
    praise: praised,
  },
  ...MOVE,
  {
    name: 'robbed',
    when: all(isMain, everDid('robber')),
    rings: ({ snapshot }) => [{ where: 'hex', number: snapshot.robber }],
  },
];

/** The card that you bought last. */
function bought({ own }: Scene) {
  const card = Object.keys(own.fresh ?? {}).find((name) => (own.fresh?.[name] ?? 0) > 0) ?? 'point';
  return { card: t(`names.${card}`), text: t(`hand.${card}`) };
}

export const CARDS: readonly Step[] = [
  { name: 'buy', when: all(isMain, can('buy')), suggest: firstOf('buy'), praise: praised },
  { name: 'bought', when: all(isMain, everDid('buy')), values: bought, parts: ['hand'] },
  { name: 'knight', when: can('knight'), suggest: firstOf('knight') },
  ...MOVE,
  {
    name: 'army',
    when: ({ own }) => own.knights > 0,
    values: ({ own }) => ({ count: own.knights }),
    parts: ['players'],
  },
];

const roadsOf = ({ own }: Scene): Ring[] => own.roads.map((number) => ({ where: 'path', number }));

const hasLongest = ({ snapshot, you }: Scene) => snapshot.longest_road === you;

export const LONGEST: readonly Step[] = [
  {
    name: 'network',
    when: all(isMain, ({ own }) => own.road_length > 2),
    values: ({ own }) => ({ length: own.road_length }),
    rings: roadsOf,
  },
  { name: 'extend', when: all(isMain, can('road')), suggest: firstOf('road 44', 'road') },
  {
    name: 'longest',
    when: hasLongest,
    values: ({ own }) => ({ length: own.road_length }),
    parts: ['players'],
    isRare: true,
  },
  { name: 'not_longest', when: all(everDid('road'), not(hasLongest)), isRare: true },
];

const hasWon = ({ snapshot, you }: Scene) => snapshot.winner === you;

export const WINNING: readonly Step[] = [
  { name: 'count', when: ({ own, goal }) => own.points >= (goal ?? 10) - 2, parts: ['players'] },
  { name: 'last_point', when: all(isMain, can('city')), suggest: firstOf('city 49', 'city'), done: hasWon },
  { name: 'won', when: hasWon },
];

/** What can happen in every chapter, besides what it is about. */
export const ALWAYS: readonly Step[] = [
  { ...ROBBER.find(({ name }) => name === 'discard')!, isRare: true },
  ...MOVE.map((step) => ({ ...step, isRare: true })),
  {
    name: 'offered',
    when: can('accept'), // otherwise it is refused for you
    suggest: firstOf('refuse'),
    done: did('accept', 'refuse', 'counter'),
    values: offered,
    isRepeated: true,
  },
  { name: 'roll_again', when: all(isYourTurn, can('roll')), suggest: firstOf('roll'), isRepeated: true },
];

/** A whole game: everything again, when it first comes up. */
export const once = (steps: readonly Step[]): Step[] =>
  steps.filter((step, index) => steps.findIndex((one) => one.name === step.name) === index);

const CHAPTER_ONLY = ['trade_roll', 'bank_road', 'extend', 'seven', 'built', 'end', 'last_point', 'not_longest'];

/** What differs where nothing is prepared. */
const IN_GAME: Record<string, Partial<Step>> = {
  others: { when: all(not(isYourTurn), ({ own }) => own.roads.length > 1, everDid('roll')) },
  road: { suggest: bestRoad },
  settle: { suggest: bestSite },
  harbors: { when: all(isMain, everDid('bank')) },
};

export const GAME: readonly Step[] = once([FOUNDING, ROLL, ROBBER, BUILD, CARDS, LONGEST, BANK, TRADE, WINNING].flat())
  .filter(({ name }) => !CHAPTER_ONLY.includes(name))
  .map((step) => ({ ...step, ...IN_GAME[step.name] }));
