/** Counts of cards, and bundles of cards within the limits of a form. */

import type { FormView } from '../api/messages';
import { formatList, t } from '../i18n';

export type Counts = Record<string, number>;

/** The order of resources everywhere. */
export const RESOURCES = ['brick', 'lumber', 'wool', 'grain', 'ore'] as const;
export type Resource = (typeof RESOURCES)[number];

/** Parse '2 wool 1 ore'; a resource without a number is one card. */
export function readCounts(text: string): Counts {
  const counts: Counts = {};
  let number = 1;
  for (const word of text.split(' ').filter(Boolean)) {
    if (/^\d+$/.test(word)) {
      number = Number(word);
    } else {
      counts[word] = (counts[word] ?? 0) + number;
      number = 1;
    }
  }
  return counts;
}

/** Write counts in notation, without zeros. */
export function writeCounts(counts: Counts): string {
  return RESOURCES.filter((name) => (counts[name] ?? 0) > 0)
    .map((name) => `${counts[name]} ${name}`)
    .join(' ');
}

/** Counts in words: '2 wool and 1 ore'. */
export function formatCounts(counts: Counts): string {
  return formatList(RESOURCES.filter((name) => counts[name]).map((name) => `${counts[name]} ${t(`names.${name}`)}`));
}

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Whether a pile contains a cost. */
export function covers(pile: Counts, cost: Counts): boolean {
  return Object.entries(cost).every(([name, count]) => (pile[name] ?? 0) >= count);
}

/** The difference of two piles, without zeros. */
export function less(pile: Counts, other: Counts): Counts {
  const left: Counts = {};
  for (const name of RESOURCES) {
    const count = (pile[name] ?? 0) - (other[name] ?? 0);
    if (count !== 0) left[name] = count;
  }
  return left;
}

export function plus(pile: Counts, other: Counts): Counts {
  const sum: Counts = { ...pile };
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** The same cards one by one, in order. */
export function spread(counts: Counts): Resource[] {
  return RESOURCES.flatMap((name) => Array<Resource>(counts[name] ?? 0).fill(name));
}

const MOST_PRINTED = 24; // cards of a resource in any edition

/** Whether a bank never runs out: it is counted from 127 cards of each resource, and hands hold no more than these in all. */
export function isUnlimited(bank: Counts): boolean {
  return Object.values(bank).some((count) => count > MOST_PRINTED);
}

export type Side = 'give' | 'take';

/** The chosen cards: what you give and what you take; a resource is on one side only. */
export interface Bundle {
  give: Counts;
  take: Counts;
}

export const EMPTY: Bundle = { give: {}, take: {} };

/** How many more cards of a resource a form allows on a side. */
export function room(form: FormView, bundle: Bundle, side: Side, name: Resource): number {
  const other = side === 'give' ? 'take' : 'give';
  if ((bundle[other][name] ?? 0) > 0) return bundle[other][name]!;
  const most = (side === 'give' ? form.give : form.take)?.[name] ?? 0;
  const left = most - (bundle[side][name] ?? 0);
  return form.total == null ? left : Math.min(left, form.total - total(bundle.give));
}

function put(counts: Counts, name: Resource, count: number): Counts {
  const changed = { ...counts };
  if (count > 0) changed[name] = count;
  else delete changed[name];
  return changed;
}

/** Add one card to a side; cards of the same resource on the other side are removed first. Returns the same bundle if there is no room. */
export function added(form: FormView, bundle: Bundle, side: Side, name: Resource): Bundle {
  const other = side === 'give' ? 'take' : 'give';
  if ((bundle[other][name] ?? 0) > 0) return removed(bundle, other, name);
  if (room(form, bundle, side, name) <= 0) return bundle;
  return { ...bundle, [side]: put(bundle[side], name, (bundle[side][name] ?? 0) + 1) };
}

/** Remove one card from a side. */
export function removed(bundle: Bundle, side: Side, name: Resource): Bundle {
  return { ...bundle, [side]: put(bundle[side], name, (bundle[side][name] ?? 0) - 1) };
}

/** Whether a bundle fills its form: the total is reached, or there are cards on both sides and somebody to ask. */
export function isFilled(form: FormView, bundle: Bundle, to: readonly number[] = []): boolean {
  if (form.total != null) return total(bundle.give) === form.total;
  const isAsked = (form.to ?? []).length === 0 || to.length > 0;
  return total(bundle.give) > 0 && total(bundle.take) > 0 && isAsked;
}

/** Write the action of a filled form. */
export function writeBundle(form: FormView, bundle: Bundle, to: readonly number[] = []): string {
  if (form.total != null) return `${form.kind} ${writeCounts(bundle.give)}`;
  const terms = `${form.kind} ${writeCounts(bundle.give)} for ${writeCounts(bundle.take)}`;
  return (form.to ?? []).length ? `${terms} to ${[...to].sort((a, b) => a - b).join(' ')}` : terms;
}

/** As much of a bundle as a form allows: a counter-offer starts from the terms of the offer. */
export function fitted(form: FormView, wanted: Bundle): Bundle {
  const within = (counts: Counts, most: Counts): Counts => {
    const cut: Counts = {};
    for (const name of RESOURCES) {
      const count = Math.min(counts[name] ?? 0, most[name] ?? 0);
      if (count > 0) cut[name] = count;
    }
    return cut;
  };
  return { give: within(wanted.give, form.give), take: within(wanted.take, form.take ?? {}) };
}

function isSame(one: Counts, other: Counts): boolean {
  return covers(one, other) && covers(other, one);
}

/** The listed action with exactly these terms, such as a trade with the bank. */
export function actionFor<Terms extends Bundle>(actions: readonly Terms[], { give, take }: Bundle): Terms | undefined {
  return actions.find((action) => isSame(action.give, give) && isSame(action.take, take));
}

/** A form for the terms of listed actions, for when there is nobody else to trade with. */
export function formOf(kind: string, actions: readonly Bundle[]): FormView | null {
  const most = (side: Side): Counts => {
    const found: Counts = {};
    for (const action of actions)
      for (const [name, count] of Object.entries(action[side])) found[name] = Math.max(found[name] ?? 0, count);
    return found;
  };
  return actions.length ? { kind, give: most('give'), take: most('take'), to: [], total: null } : null;
}
