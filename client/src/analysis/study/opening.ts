/** From what the server lays out to an analysis, and from an analysis to a record and a link. */

import { fromBase64, inBase64 } from '../../api/base64';
import { api } from '../../api/http';
import type { Board, BoardRequest, CheckedPosition, PlyView, Replay, Seat, VariationView } from '../../api/messages';
import { SEAT_NAMES } from '../../art/shapes';
import type { CheckedSetup } from '../../engine/open';
import { writePly } from '../../engine/position/notation';
import { colourName } from '../../i18n';
import type { KeptStudy } from './keeping';
import { packed, unpacked } from './link';
import { analysisTags, writeRecord } from '../tree/record';
import type { Base, Study } from './study.svelte';
import { lineAfter, orderOf, restored, ROOT, type Line, type Tree } from '../tree/tree';

const PLAYED_FOR_ABSENT = /^\d+!:/;

/** An analysis that can begin, and what is wrong with its record, if anything is. */
export interface Opened extends KeptStudy {
  warning: string | null;
}

/** Ask for a board, and begin an analysis at a step of its main line. */
export async function openBoard(request: BoardRequest, at = 0): Promise<Opened> {
  return openedOf(await api.board(request), at);
}

/** Begin an analysis on a board that is there. */
export function openedOf(board: Board, at = 0): Opened {
  return opened(board, treeOf(board.plies, board.comment), at, board.tags['Event'] ?? '');
}

/** Begin an analysis at a step of a replay. */
export function openReplay(replay: Replay, at: number): Opened {
  const [beginning, ...steps] = replay.steps;
  const plies = steps.map(({ ply, seat, action, ...more }) => ({
    ...more,
    ply: ply ?? '',
    seat: seat ?? 0,
    action: action ?? 0,
  }));
  return opened(replay, treeOf(plies, beginning?.comment ?? null), at, replay.tags['Event'] ?? '');
}

function opened(from: Board | Replay, tree: Tree, at: number, name: string): Opened {
  const { start, head, geometry, svg, svg_dark, seats, warning } = from;
  const base = { start: fromBase64(start), head, geometry, svg, svg_dark, seats: seats.map(named) };
  return { base, tree, name, at: [ROOT, ...lineAfter(tree, ROOT)][at] ?? ROOT, warning };
}

/** A seat without a name of its own is called by its colour, in the language of the page. */
function named(seat: Seat): Seat {
  if (seat.name && seat.name.toLowerCase() !== seat.colour.toLowerCase()) return seat;
  const colour = colourName(seat.colour);
  return { ...seat, name: colour.charAt(0).toUpperCase() + colour.slice(1) };
}

function treeOf(plies: readonly PlyView[], comment: string | null): Tree {
  return restored({ ...(comment && { c: comment }), line: lineFrom(plies) });
}

function lineFrom(plies: readonly PlyView[], beginning: Partial<VariationView> = {}): Line {
  return plies.map(({ ply, seat, action, comment, clock_ms, variations }, number) => {
    const words = [number === 0 ? beginning.comment : null, comment].filter(Boolean).join('\n');
    const more = {
      ...(words && { c: words }),
      ...(number === 0 && beginning.name && { n: beginning.name }),
      ...(clock_ms !== null && { t: clock_ms }),
      ...(PLAYED_FOR_ABSENT.test(ply) && { a: true as const }),
      ...(variations.length && { v: variations.map((one) => lineFrom(one.plies, one)) }),
    };
    return [seat, action, more];
  });
}

// --- sharing ---

/** The record of an analysis, with its variations. */
export function recordOf({ base, name, tree }: Study): string {
  return writeRecord(analysisTags(base.head, name), tree, writePly);
}

/** A position of an analysis as the editor takes it, with the board's drawing; its players have no names. */
export function editedPosition(
  { draft, position, bytes }: CheckedSetup,
  { geometry, svg, svg_dark }: Base,
): CheckedPosition {
  const seats = draft.hands.map((_, seat) => ({
    seat,
    kind: 'person',
    name: '',
    colour: SEAT_NAMES[seat]!.toLowerCase(),
  }));
  const start = bytes && inBase64(bytes);
  return { draft, problems: [], position, start, seats: seats as Seat[], geometry, svg, svg_dark };
}

/** The fragment of a link to an analysis: its record, compressed, and where one is in it. */
export async function linkOf(study: Study): Promise<string> {
  return `#${await packed(recordOf(study))}.${orderOf(study.tree).indexOf(study.at)}`;
}

/** Open the analysis in the fragment of a link. Throws if it is damaged. */
export async function openLink(fragment: string): Promise<Opened> {
  const [letters = '', at = '0'] = fragment.replace(/^#/, '').split('.');
  const found = await openBoard({ record: await unpacked(letters) });
  return { ...found, at: orderOf(found.tree)[Number(at)] ?? ROOT };
}
