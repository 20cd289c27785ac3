/** How strong the computer players of the one-click game are, in three steps. */

import type { Meta } from '../api/messages';
import type { GameSetup } from './gameSetup';

export type Strength = 'new' | 'casual' | 'strong';

/** The levels of each strength: the first one that the server has is played, the others count as the same strength. */
const LEVELS: Record<Strength, readonly string[]> = {
  new: ['learner', 'random'],
  casual: ['novice'],
  strong: ['expert', 'skilled'],
};
export const STRENGTHS = Object.keys(LEVELS) as Strength[];

/**
 * The level of a strength; the server's default if all its levels are too slow there. One that is still loading is
 * played as soon as it is ready.
 */
export function levelFor(meta: Meta, strength: Strength): string {
  const isGood = (name: string) => meta.bots.some((bot) => bot.name === name && !bot.is_slow);
  return LEVELS[strength].find(isGood) ?? meta.default_bot;
}

/** The strength of a setup's computer players: casual until levels are chosen, null if they differ. */
export function strengthOf({ seats }: GameSetup): Strength | null {
  const [level = '', ...others] = new Set(seats.slice(1, 4).map((seat) => seat.level));
  if (others.length > 0) return null;
  return level === '' ? 'casual' : (STRENGTHS.find((strength) => LEVELS[strength].includes(level)) ?? null);
}

/** The same setup with computer players of a strength. */
export function withStrength(meta: Meta, setup: GameSetup, strength: Strength): GameSetup {
  const level = levelFor(meta, strength);
  return { ...setup, seats: setup.seats.map((seat) => ({ ...seat, level })) };
}
