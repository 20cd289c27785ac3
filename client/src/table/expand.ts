/** Updates are compact: default values are left out, and actions that differ in their last word only are joined. */

import { LEFT_OUT } from '../api/messages';
import type { Decision, Happening, Look, Offer, SeatView, Update } from '../api/messages';

/** Restore what an update leaves out; a full one stays as it is. */
export function expandUpdate(update: Update): Update {
  return {
    ...LEFT_OUT.Update,
    ...update,
    look: expandLook(update.look),
    decision: update.decision ? expandDecision(update.decision) : null,
    happened: (update.happened ?? []).map((one): Happening => ({ ...LEFT_OUT.Happening, ...one })),
  };
}

function expandLook(compact: Look): Look {
  const look: Look = { ...LEFT_OUT.Look, ...compact };
  return {
    ...look,
    seats: look.seats.map(expandSeat),
    neutral: look.neutral.map(expandSeat),
    offer: look.offer && expandOffer(look.offer),
    proposals: look.proposals.map(expandOffer),
  };
}

const expandSeat = (seat: SeatView): SeatView => ({ ...LEFT_OUT.SeatView, ...seat });
const expandOffer = (offer: Offer): Offer => ({ ...LEFT_OUT.Offer, ...offer });

function expandDecision(compact: Decision): Decision {
  const decision: Decision = { ...LEFT_OUT.Decision, ...compact };
  return {
    ...decision,
    actions: decision.actions.flatMap(expandAction),
    forms: decision.forms.map((form) => ({ ...LEFT_OUT.Form, ...form })),
  };
}

/** Split joined actions: 'settle 3|8' are two. */
export function expandAction(actions: string): string[] {
  const last = actions.lastIndexOf(' ') + 1;
  const words = actions.slice(last).split('|');
  return words.map((word) => actions.slice(0, last) + word);
}
