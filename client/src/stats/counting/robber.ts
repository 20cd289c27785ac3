/** What the robber cost whom: cards that were not produced under it, and cards that were stolen. */

import type { Geometry } from '../../api/messages';
import type { Play } from './plies';
import { rollsOf } from './plies';
import { claimsOf } from './production';

/** What one seat cost another by the robber, in cards. */
export interface RobberCost {
  seat: number; // who lost them
  by: number | null; // who had put the robber there, or stole; null where it stood from the beginning
  blocked: number;
  stolen: number;
}

/** Who put the robber where it stands, after each step; null where it stands from the beginning. */
function placersOf(plays: readonly Play[]): (number | null)[] {
  let placer: number | null = null;
  return plays.map(({ seat, before, after }) => {
    if (after.robber !== before.robber) placer = seat ?? before.turn;
    return placer;
  });
}

/** Count what the robber cost everybody, and by whom. */
export function robberCosts(plays: readonly Play[], geometry: Geometry): RobberCost[] {
  const costs: RobberCost[] = [];
  const add = (seat: number, by: number | null, kind: 'blocked' | 'stolen', cards: number) => {
    let cost = costs.find((one) => one.seat === seat && one.by === by);
    if (!cost) costs.push((cost = { seat, by, blocked: 0, stolen: 0 }));
    cost[kind] += cards;
  };
  const placers = placersOf(plays);
  const rolls = new Map(rollsOf(plays).map((roll) => [roll.at, roll]));
  plays.forEach((play, index) => {
    if (play.kind === 'stole') add(Number(play.words.at(-1)), play.subject, 'stolen', 1);
    const roll = rolls.get(play.at);
    if (!roll || geometry.tokens[roll.before.robber] !== roll.sum) return;
    const under = claimsOf(roll.before, geometry).filter(({ hex }) => hex === roll.before.robber);
    for (const { seat, cards } of under) add(seat, placers[index]!, 'blocked', cards);
  });
  return costs;
}
