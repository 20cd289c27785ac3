/** What is different for two players, and for five and six. */

import { all, can, inPhase, isAsked, isMain, isYourTurn, everDid, hasForm, lastRoll, type Scene } from './scene';
import type { Ring, Step } from './step';
import { bestRoad, discardMost, firstOf } from './suggest';
import { formatCounts } from '../table/bundles';

const praised = () => ({});

/** The pieces of the neutral players. */
const neutralSites = ({ snapshot }: Scene): Ring[] =>
  snapshot.neutral.flatMap((one) => one.settlements.map((number) => ({ where: 'site' as const, number })));

const rolls =
  (count: number) =>
  ({ snapshot }: Scene): boolean =>
    snapshot.rolled.length === count;

const gained = (scene: Scene) => ({ roll: lastRoll(scene).roll, cards: formatCounts(lastRoll(scene).gained) });

export const DUEL_ROLLS: readonly Step[] = [
  { name: 'duel_neutrals', when: all(isYourTurn, can('roll'), rolls(0)), rings: neutralSites },
  { name: 'duel_roll', when: all(isYourTurn, can('roll'), rolls(0)), suggest: firstOf('roll') },
  { name: 'duel_again', when: all(isYourTurn, can('roll'), rolls(1)), suggest: firstOf('roll'), values: gained },
  { name: 'duel_rolled', when: all(isMain, rolls(2)), values: gained },
];

export const DUEL_BUILD: readonly Step[] = [
  { name: 'duel_road', when: all(isMain, can('road')), suggest: firstOf('road 44', 'road') },
  { name: 'duel_for_neutral', when: can('neutral-road'), suggest: neutralRoad, praise: praised },
  { name: 'duel_settle', when: all(isMain, can('settle')), suggest: firstOf('settle 30', 'settle'), isRare: true },
  { name: 'duel_settle_neutral', when: can('neutral-settle'), suggest: neutralSettle, praise: praised, isRare: true },
  { name: 'duel_built', when: all(isMain, everDid('road')) },
];

/** A road for a neutral player, away from where you want to go. */
function neutralRoad({ kinds }: Scene): string | null {
  return kinds.get('neutral-road')?.[0]?.text ?? null;
}

function neutralSettle({ kinds }: Scene): string | null {
  return kinds.get('neutral-settle')?.[0]?.text ?? null;
}

export const DUEL_CARDS: readonly Step[] = [
  { name: 'duel_cards', when: isMain, values: ({ own }) => ({ count: own.trade_cards }), parts: ['hand'] },
  { name: 'duel_force', when: can('force'), suggest: firstOf('force') },
  { name: 'duel_give', when: all(inPhase('forced give'), hasForm('give')), suggest: discardMost, praise: praised },
  { name: 'duel_calm', when: can('calm'), suggest: firstOf('calm'), praise: praised },
  { name: 'duel_knights', when: isMain },
];

const specials = all(inPhase('special building'), isAsked);

export const SPECIAL: readonly Step[] = [
  { name: 'six_island', when: specials },
  { name: 'six_build', when: all(specials, can('road')), suggest: bestRoad, praise: praised },
  { name: 'six_pass', when: specials, suggest: firstOf('end') },
  { name: 'six_turns', when: everDid('end') },
];
