/** The prompt: what is expected now, as a message key and its values. */

import type { Decision, Look } from '../api/messages';
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
function expected(look: Look, decision: Decision, you: number, name: Names): Omit<Prompt, 'tone'> {
  const kinds = byKind(decision.actions);
  const own = look.seats.find((seat) => seat.seat === you);
  const form = decision.forms[0];
  switch (look.phase) {
    case 'found settlement':
      return { key: own?.settlements.length ? 'found-second' : 'found-first', values: {} };
    case 'found road':
      return { key: 'found-road', values: {} };
    case 'before roll':
      if (look.rolled.length > 0) return { key: 'roll-again', values: {} };
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
      return look.turn === you ? ownTurn(look, decision, name) : { key: 'answer', values: { name: name(look.turn) } };
    default:
      return { key: 'decide', values: {} };
  }
}

/** Your own turn after the roll: open trades come first. */
function ownTurn(look: Look, decision: Decision, name: Names): Omit<Prompt, 'tone'> {
  const kinds = byKind(decision.actions);
  if (kinds.has('deal')) return { key: 'deal', values: { names: formatList((look.offer?.accepted ?? []).map(name)) } };
  if (kinds.has('take'))
    return { key: 'take', values: { names: formatList(look.proposals.map((one) => name(one.seat))) } };
  if (look.offer && look.offer.waiting.length > 0) {
    return { key: 'offered', values: { names: formatList(look.offer.waiting.map(name)) } };
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
export function prompt(look: Look, decision: Decision | null, you: number | null, name: Names): Prompt {
  if (look.phase === 'over') {
    if (look.winner === null) return { key: 'over-drawn', values: {}, tone: 'over' };
    if (look.winner === you) return { key: 'over-won', values: {}, tone: 'over' };
    return { key: 'over-lost', values: { name: name(look.winner) }, tone: 'over' };
  }
  if (decision?.is_awaited && you !== null) return { ...expected(look, decision, you, name), tone: 'act' };
  const names = formatList(look.to_act.map(name));
  if (look.phase === 'main' && look.offer && look.offer.waiting.length > 0) {
    const key = look.turn === you ? 'offered' : 'wait-answers';
    return { key, values: { names: formatList(look.offer.waiting.map(name)), name: name(look.turn) }, tone: 'wait' };
  }
  if (names === '') return { key: 'wait-chance', values: {}, tone: 'wait' };
  const mayPropose = decision?.forms.some((form) => form.kind === 'propose') ?? false;
  if (look.phase === 'main') {
    const key = mayPropose ? 'wait-propose' : 'wait-turn';
    return { key, values: { names, name: name(look.turn) }, tone: mayPropose ? 'may' : 'wait' };
  }
  return { key: `wait-${WAITS[look.phase] ?? 'turn'}`, values: { names, name: names }, tone: 'wait' };
}
