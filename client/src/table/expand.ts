/** Updates come short: what is nothing is left out, and actions that differ in their last word alone stand together. */

import { LEFT_OUT } from '../api/messages';
import type { Decision, Happening, Look, Offer, SeatView, Update } from '../api/messages';

/** Put back what an update leaves out; a full one stays as it is. */
export function expandUpdate(update: Update): Update {
  return {
    ...LEFT_OUT.Update,
    ...update,
    look: expandLook(update.look),
    decision: update.decision ? expandDecision(update.decision) : null,
    happened: (update.happened ?? []).map((one): Happening => ({ ...LEFT_OUT.Happening, ...one })),
  };
}

function expandLook(told: Look): Look {
  const look: Look = { ...LEFT_OUT.Look, ...told };
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

function expandDecision(told: Decision): Decision {
  const decision: Decision = { ...LEFT_OUT.Decision, ...told };
  return {
    ...decision,
    actions: decision.actions.flatMap(expandAction),
    forms: decision.forms.map((form) => ({ ...LEFT_OUT.Form, ...form })),
  };
}

/** List actions one by one that stand together: 'settle 3|8' are two. */
export function expandAction(actions: string): string[] {
  const last = actions.lastIndexOf(' ') + 1;
  const words = actions.slice(last).split('|');
  return words.map((word) => actions.slice(0, last) + word);
}
