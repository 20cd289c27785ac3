/**
 * What one page hands over to another, which then need not load it: a game or a position's board to the analysis board,
 * and a position to the editor.
 */

import type { Board, CheckedPosition, Replay } from '../api/messages';

interface Handed {
  replay: Replay | null;
  board: Board | null;
  edited: CheckedPosition | null;
}

export const study: Handed = { replay: null, board: null, edited: null };
