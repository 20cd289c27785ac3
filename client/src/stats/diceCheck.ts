/** Checks the verifiable dice of a replay, in the tab. */

import type { Replay } from '../api/messages';
import { statesOf } from '../engine/chances';
import { State } from '../engine/engine';
import { type Checked, checkedDice } from '../engine/fair';
import { loadEngine } from '../engine/load';
import { gameOf } from './game';

/** `hidden`: the secret is not in the record, so nothing can be checked. */
export type Verdict =
  ({ state: 'kept' | 'broken' } & Checked) | { state: 'hidden' } | { state: 'failed'; reason: string };

/** Compute every roll, theft and drawn card again from the published secret. */
export async function checkDice(replay: Replay): Promise<Verdict> {
  const { secret, tags, seats } = replay;
  const commitment = tags['Commitment'];
  if (!secret || !commitment || !replay.start) return { state: 'hidden' };
  if (!globalThis.crypto?.subtle) return { state: 'failed', reason: 'crypto.subtle' };
  try {
    const engine = await loadEngine();
    const { start, plies } = gameOf(replay);
    const states = statesOf(engine, State.fromBytes(start), plies);
    const promised = { commitment, secret, texts: seats.map(({ text }) => text) };
    const checked = await checkedDice(engine, states, plies, promised);
    return { state: checked.isSecretKept && checked.differing.length === 0 ? 'kept' : 'broken', ...checked };
  } catch (error) {
    return { state: 'failed', reason: String(error) };
  }
}
