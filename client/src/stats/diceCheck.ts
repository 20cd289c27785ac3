/** Checks the verifiable dice of a replay, in the tab. */

import type { Replay } from '../api/messages';
import type { Checked } from '../engine/fair';
import { openEngine } from '../engine/open';
import { gameOf } from './gameOf';

/** `hidden`: the secret is not in the record, so nothing can be checked. */
export type Verdict =
  ({ state: 'kept' | 'broken' } & Checked) | { state: 'hidden' } | { state: 'failed'; reason: string };

/** Compute the island, every roll, theft and drawn card again from the published secret. */
export async function checkDice(replay: Replay): Promise<Verdict> {
  const { secret, tags, seats } = replay;
  const commitment = tags['Commitment'];
  if (!secret || !commitment || !replay.start) return { state: 'hidden' };
  const engine = openEngine();
  try {
    const checked = await engine.dice(gameOf(replay), {
      commitment,
      secret,
      texts: seats.map(({ text }) => text),
      islandSeed: tags['IslandSeed'] ?? null,
      makesIsland: !/^\[Begin /m.test(replay.head),
    });
    const isKept = checked.isSecretKept && checked.differing.length === 0 && checked.isIslandSame !== false;
    return { state: isKept ? 'kept' : 'broken', ...checked };
  } catch (error) {
    return { state: 'failed', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    engine.close();
  }
}
