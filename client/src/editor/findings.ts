/** What is wrong with a position that is edited, in the words of the page's language. */

import type { DraftPlace, DraftProblem } from '../api/messages';
import { SEAT_NAMES } from '../art/shapes';
import type { Finding } from '../engine/open';
import { ANY_HARBORS, FINDINGS, HARBOR_KINDS, LANDS, SPOTS } from '../engine/setupTables';
import { CARD_WORDS, RESOURCE_NAMES } from '../engine/tables';
import { colourName, currentLanguage, t } from '../i18n';

const BASE_HEXES = 19;

/** A finding by its rule, in words, and with its places; `hexes` is how many the island has. */
export function problemOf(finding: Finding, hexes: number): DraftProblem {
  const { kind, value, places } = finding;
  const found = FINDINGS[kind]!;
  const isAnyHarbor = found.value === 'harbor' && HARBOR_KINDS[value] === 'generic';
  const sentences = isAnyHarbor ? ANY_HARBORS : found.sentences;
  const sentence = filled(said(sentences), valuesOf(finding, found.value));
  const spots = found.name === '' ? places.map(spotName) : []; // the others say it themselves
  return {
    rule: found.rules[hexes > BASE_HEXES ? 1 : 0] || null,
    sentence: spots.length ? `${sentence} (${spots.join(', ')})` : sentence,
    places,
  };
}

function said(sentences: Readonly<Record<string, string>>): string {
  return sentences[currentLanguage()] ?? sentences['en']!;
}

function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** What can stand in a sentence: what is counted, how many there are and should be, and places. */
function valuesOf({ value, given, standard }: Finding, what: string): Record<string, string | number> {
  return {
    given,
    standard,
    hex: value,
    path: value,
    token: value,
    one: value,
    other: given,
    ...(what === 'terrain' && { terrain: t(`names.${LANDS[value]}`) }),
    ...(what === 'harbor' && { kind: t(`names.${HARBOR_KINDS[value]}`) }),
    ...(what === 'resource' && { resource: t(`names.${RESOURCE_NAMES[value]}`) }),
    ...(what === 'card' && { card: t(`names.${CARD_WORDS[value]}`) }),
    ...(what === 'seat' && { seat: seatName(value) }),
  };
}

function spotName({ where, number }: DraftPlace): string {
  return where === 'seat' ? seatName(number) : filled(said(SPOTS[where]!), { number });
}

function seatName(seat: number): string {
  const name = colourName(SEAT_NAMES[seat] ?? '');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
