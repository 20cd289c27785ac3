/** Updates are compact: default values are left out, and actions that differ in their last word only are joined. */

import { LEFT_OUT } from '../api/messages';
import type { Decision, LogEntry, Snapshot, OfferView, SeatView, Update } from '../api/messages';

/** Restore what an update leaves out; a full one stays as it is. */
export function expandUpdate(update: Update): Update {
  return {
    ...LEFT_OUT.Update,
    ...update,
    snapshot: expandSnapshot(update.snapshot),
    decision: update.decision ? expandDecision(update.decision) : null,
    log: (update.log ?? []).map((one): LogEntry => ({ ...LEFT_OUT.LogEntry, ...one })),
  };
}

function expandSnapshot(compact: Snapshot): Snapshot {
  const snapshot: Snapshot = { ...LEFT_OUT.Snapshot, ...compact };
  return {
    ...snapshot,
    seats: snapshot.seats.map(expandSeat),
    neutral: snapshot.neutral.map(expandSeat),
    offer: snapshot.offer && expandOffer(snapshot.offer),
    proposals: snapshot.proposals.map(expandOffer),
  };
}

const expandSeat = (seat: SeatView): SeatView => ({ ...LEFT_OUT.SeatView, ...seat });
const expandOffer = (offer: OfferView): OfferView => ({ ...LEFT_OUT.OfferView, ...offer });

function expandDecision(compact: Decision): Decision {
  const decision: Decision = { ...LEFT_OUT.Decision, ...compact };
  return {
    ...decision,
    actions: decision.actions.flatMap(expandAction),
    forms: decision.forms.map((form) => ({ ...LEFT_OUT.FormView, ...form })),
  };
}

/** Split joined actions: 'settle 3|8' are two. */
export function expandAction(actions: string): string[] {
  const last = actions.lastIndexOf(' ') + 1;
  const words = actions.slice(last).split('|');
  return words.map((word) => actions.slice(0, last) + word);
}
