/** What a page asks of the engine's worker, and what it answers. */

import type { Draft, Snapshot } from '../api/messages';
import type { Analysis, Options } from './judging/analyse';
import type { Choices, Forbidden, WeighedOutcome } from './position/choices';
import type { CheckedSetup } from './position/setup';
import type { DraftLand } from './position/setupDraft';
import type { Checked, Promised } from './fair';
import type { ReviewPart } from './judging/reviews';

/** A game: the bytes of its first state, and its plies. */
export interface Game {
  start: Uint8Array;
  plies: readonly { seat: number; action: number }[];
}

/** A state with everything that a page shows of it. */
export interface Look {
  snapshot: Snapshot;
  choices: Choices[]; // of every seat that may act
  outcomes: WeighedOutcome[]; // where chance acts
}

/** A state after an action. */
export interface Played extends Look {
  bytes: Uint8Array;
  action: number;
  text: string; // of the action, as the notation writes it
}

export type Request =
  | { kind: 'look'; bytes: Uint8Array; dice: readonly number[] }
  | { kind: 'play'; bytes: Uint8Array; seat: number; text: string }
  | { kind: 'setup'; base: Uint8Array; draft: Draft } // a position, and what was made of it
  | { kind: 'edit'; bytes: Uint8Array; ruleset: string; land: DraftLand } // a position, to be edited
  | { kind: 'fold'; game: Game } // the bytes of all states of a game
  | { kind: 'chances'; game: Game }
  | { kind: 'dice'; game: Game; promised: Promised } // verifies them
  | { kind: 'review'; game: Game; shown: readonly number[] } // the decisions of a game, and the seats to begin with
  | { kind: 'show'; shown: readonly number[] } // the seats to go on with
  | { kind: 'analyse'; bytes: Uint8Array; options: Options }
  | { kind: 'stop' };

/** Answers carry the number of their request. A request that goes on has several: parts, then its result. */
export type Answer =
  | { kind: 'look'; look: Look }
  | { kind: 'play'; played: Played }
  | { kind: 'forbidden'; forbidden: Forbidden }
  | { kind: 'setup'; checked: CheckedSetup }
  | { kind: 'fold'; states: Uint8Array[] }
  | { kind: 'part'; part: number }
  | { kind: 'chances'; chances: number[][] }
  | { kind: 'dice'; checked: Checked }
  | { kind: 'review'; part: ReviewPart }
  | { kind: 'analysis'; analysis: Analysis }
  | { kind: 'stopped' }
  | { kind: 'error'; error: string };
