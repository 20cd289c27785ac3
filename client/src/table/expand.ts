/** Updates come short: what is nothing is left out, and actions that differ in their last word alone stand together. */

import { LEFT_OUT } from '../api/messages';
import type { Decision, Happening, Look, Offer, SeatView, Update } from '../api/messages';

/** Put back what an update leaves out; one that is whole stays as it is. */
export function whole(update: Update): Update {
  return {
    ...LEFT_OUT.Update,
    ...update,
    look: wholeLook(update.look),
    decision: update.decision ? wholeDecision(update.decision) : null,
    happened: (update.happened ?? []).map((one): Happening => ({ ...LEFT_OUT.Happening, ...one })),
  };
}

function wholeLook(told: Look): Look {
  const look: Look = { ...LEFT_OUT.Look, ...told };
  return {
    ...look,
    seats: look.seats.map(wholeSeat),
    neutral: look.neutral.map(wholeSeat),
    offer: look.offer && wholeOffer(look.offer),
    proposals: look.proposals.map(wholeOffer),
  };
}

const wholeSeat = (seat: SeatView): SeatView => ({ ...LEFT_OUT.SeatView, ...seat });
const wholeOffer = (offer: Offer): Offer => ({ ...LEFT_OUT.Offer, ...offer });

function wholeDecision(told: Decision): Decision {
  const decision: Decision = { ...LEFT_OUT.Decision, ...told };
  return {
    ...decision,
    actions: decision.actions.flatMap(apart),
    forms: decision.forms.map((form) => ({ ...LEFT_OUT.Form, ...form })),
  };
}

/** List actions one by one that stand together: 'settle 3|8' are two. */
export function apart(actions: string): string[] {
  const last = actions.lastIndexOf(' ') + 1;
  const words = actions.slice(last).split('|');
  return words.map((word) => actions.slice(0, last) + word);
}
