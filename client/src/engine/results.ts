/** What the engine answers. */

/** Something that chance can do, and its weight. */
export interface Outcome {
  action: number;
  weight: number;
}

/** Who may act in a state, and what is legal for one seat. */
export interface Legal {
  toAct: number; // the set of seats that the game waits for
  mayAct: number; // and of those that may act
  actions: number[]; // that are listed
  forms: number; // the set of kinds of bundles that the seat may make
  total: number; // cards that a discard or a gift must have
}

/** What the rules count in a state. */
export interface Counted {
  bank: number[]; // cards of each resource
  most: number; // cards of a resource that an offer can ask for
  points: number[]; // of each seat, hidden ones included
}

/** Where a seat could build if it could pay. */
export interface Places {
  canSettle: boolean;
  canPave: boolean;
  lengths: number[]; // of its longest road with a road on each path; 0 where it cannot build one
}

/** Every seat's chances after deals, by state and deal: at the end of the turn, and some turns later. */
export interface WeighedDeals {
  near: number[][][];
  far: number[][][];
}

/** Cards that a player gives a partner, negative what it takes; without a partner, no deal. */
export interface Deal {
  partner: number; // -1 for no deal
  given: readonly number[];
}

/** Actions, and their values in each state for the seat that takes them; `UNKNOWN_WORTH` where one was not weighed. */
export interface Weighed {
  actions: number[];
  worths: number[][]; // by state and action
}
