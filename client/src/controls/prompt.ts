/** The prompt: what is expected now, as a message key and its values. */

import type { Decision, Snapshot } from '../api/messages';
import { formatList } from '../i18n';
import { byKind } from '../table/actions';
import { total } from '../table/bundles';

/** How urgent it is: you must act, you may act, you wait, the game is over. */
export type Tone = 'act' | 'may' | 'wait' | 'over';

export interface Prompt {
  key: string;
  values: Record<string, string | number>;
  tone: Tone;
}

export type Names = (seat: number) => string;

/** What a player is asked to do. */
function expected(snapshot: Snapshot, decision: Decision, you: number, name: Names): Omit<Prompt, 'tone'> {
  const kinds = byKind(decision.actions);
  const own = snapshot.seats.find((seat) => seat.seat === you);
  const form = decision.forms[0];
  switch (snapshot.phase) {
    case 'found settlement':
      return { key: own?.settlements.length ? 'found-second' : 'found-first', values: {} };
    case 'found road':
      return { key: 'found-road', values: {} };
    case 'before roll':
      if (snapshot.rolled.length > 0) return { key: 'roll-again', values: {} };
      return { key: kinds.size > 1 ? 'roll-or-play' : 'roll', values: {} };
    case 'discarding':
      return { key: 'discard', values: { total: form?.total ?? 0, held: total(form?.give ?? {}) } };
    case 'robber moves':
      return { key: 'robber', values: {} };
    case 'victim choice':
      return { key: 'victim', values: {} };
    case 'free road':
      return { key: kinds.has('stop') ? 'free-road-second' : 'free-road', values: {} };
    case 'neutral build':
      return { key: kinds.has('neutral-settle') ? 'neutral-settlement' : 'neutral-road', values: {} };
    case 'forced give':
      return { key: 'give', values: { total: form?.total ?? 2 } };
    case 'special building':
      return { key: 'special', values: {} };
    case 'main':
      return snapshot.turn === you
        ? ownTurn(snapshot, decision, name)
        : { key: 'answer', values: { name: name(snapshot.turn) } };
    default:
      return { key: 'decide', values: {} };
  }
}

/** Your own turn after the roll: open trades come first. */
function ownTurn(snapshot: Snapshot, decision: Decision, name: Names): Omit<Prompt, 'tone'> {
  const kinds = byKind(decision.actions);
  if (kinds.has('deal'))
    return { key: 'deal', values: { names: formatList((snapshot.offer?.accepted ?? []).map(name)) } };
  if (kinds.has('take'))
    return { key: 'take', values: { names: formatList(snapshot.proposals.map((one) => name(one.seat))) } };
  if (snapshot.offer && snapshot.offer.waiting.length > 0) {
    return { key: 'offered', values: { names: formatList(snapshot.offer.waiting.map(name)) } };
  }
  const isDone = kinds.size === 1 && kinds.has('end') && decision.forms.length === 0;
  return { key: isDone ? 'end' : 'turn', values: {} };
}

const WAITS: Record<string, string> = {
  'found settlement': 'found',
  'found road': 'found',
  'before roll': 'roll',
  discarding: 'discard',
  'robber moves': 'robber',
  'victim choice': 'robber',
  'special building': 'special',
};

/** What is expected of you, or of the players you wait for. */
export function promptOf(snapshot: Snapshot, decision: Decision | null, you: number | null, name: Names): Prompt {
  if (snapshot.phase === 'over') {
    if (snapshot.winner === null) return { key: 'over-drawn', values: {}, tone: 'over' };
    if (snapshot.winner === you) return { key: 'over-won', values: {}, tone: 'over' };
    return { key: 'over-lost', values: { name: name(snapshot.winner) }, tone: 'over' };
  }
  if (decision?.is_awaited && you !== null) return { ...expected(snapshot, decision, you, name), tone: 'act' };
  const names = formatList(snapshot.to_act.map(name));
  if (snapshot.phase === 'main' && snapshot.offer && snapshot.offer.waiting.length > 0) {
    const key = snapshot.turn === you ? 'offered' : 'wait-answers';
    return {
      key,
      values: { names: formatList(snapshot.offer.waiting.map(name)), name: name(snapshot.turn) },
      tone: 'wait',
    };
  }
  if (names === '') return { key: 'wait-chance', values: {}, tone: 'wait' };
  const mayPropose = decision?.forms.some((form) => form.kind === 'propose') ?? false;
  if (snapshot.phase === 'main') {
    const key = mayPropose ? 'wait-propose' : 'wait-turn';
    return { key, values: { names, name: name(snapshot.turn) }, tone: mayPropose ? 'may' : 'wait' };
  }
  return { key: `wait-${WAITS[snapshot.phase] ?? 'turn'}`, values: { names, name: names }, tone: 'wait' };
}
