/** The game that another page hands over to the analysis board, which then need not load it. */

import type { Replay } from '../api/messages';

export const study: { replay: Replay | null } = { replay: null };
