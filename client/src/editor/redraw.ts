/**
 * Draws a changed island from the drawing of another one of the same size: every kind of hex, token and harbor is
 * already in it, because an island has them all, but perhaps not at the same places.
 */

import type { Geometry } from '../api/messages';
import { along, harborSpot, type Spot } from '../board/places';

const DESCRIPTION = /<desc .*<\/desc>\n/;
const DESCRIBED = / \w+-desc(?=")/;
const HEX = /^(<g [^>]*data-hex="(\d+)"[^>]*>)(<title>[^<]*<\/title>)(<use [^>]*?-)(\w+)("[^>]*\/>)(.*)<\/g>$/;
const HARBOR = /^<g [^>]*data-path="(\d+)"[^>]*>(<title>[^<]*<\/title>)(.*?)<g transform="[^"]*">(.*)<\/g><\/g>$/;

/** The art of an island: its hexes and tokens, its harbors, and all lines of the drawing. */
interface Art {
  lines: string[];
  tokens: Map<number, string>;
  lands: Set<string>;
  harbors: Map<string, string>; // what is drawn of each kind around its own centre
  piers: string; // of some harbor
}

/**
 * The drawing of `from`, with the land of `to`; null if something that it needs is in no place of the drawing. What it
 * said in words about the land is left out.
 */
export function redrawn(drawing: string, from: Geometry, to: Geometry): string | null {
  const art = artOf(drawing.replace(DESCRIPTION, '').replace(DESCRIBED, ''), from);
  const isKnown =
    to.terrain.every((land) => art.lands.has(land)) &&
    to.tokens.every((token) => art.tokens.has(token)) &&
    to.harbors.every(([, kind]) => art.harbors.has(kind));
  if (!isKnown) return null;
  const first = art.lines.findIndex((line) => HARBOR.test(line));
  const others = art.lines.filter((line) => !HARBOR.test(line)).map((line) => hexLine(art, to, line));
  const harbors = to.harbors.map(([path, kind]) => harborLine(art, to, path, kind));
  return [...others.slice(0, first), ...harbors, ...others.slice(first)].join('\n');
}

function artOf(drawing: string, { terrain, tokens, harbors }: Geometry): Art {
  const art: Art = {
    lines: drawing.split('\n'),
    tokens: new Map([[0, '']]),
    lands: new Set(),
    harbors: new Map(),
    piers: '',
  };
  for (const line of art.lines) {
    const [hex, harbor] = [HEX.exec(line), HARBOR.exec(line)];
    if (hex) {
      art.tokens.set(tokens[Number(hex[2])] ?? 0, hex[7]!);
      art.lands.add(terrain[Number(hex[2])]!);
    }
    if (harbor) {
      const [, kind] = harbors.find(([path]) => path === Number(harbor[1])) ?? [0, ''];
      art.harbors.set(kind, harbor[4]!);
      art.piers = harbor[3]!;
    }
  }
  return art;
}

function hexLine(art: Art, { terrain, tokens }: Geometry, line: string): string {
  return line.replace(HEX, (_, head: string, hex: string, _title, use: string, _land, end: string) => {
    return `${head}${use}${terrain[Number(hex)]}${end}${art.tokens.get(tokens[Number(hex)]!)}</g>`;
  });
}

function harborLine(art: Art, geometry: Geometry, path: number, kind: string): string {
  const spot = harborSpot(geometry, path);
  const sites = geometry.paths[path]!.map((site) => geometry.sites[site]!);
  const ways = sites.flatMap(
    (site) => Array(2).fill(wayOf(along(site, spot, 0.1), along(site, spot, 0.75))) as string[],
  );
  let drawn = 0;
  const piers = art.piers.replace(/ d="[^"]*"/g, () => ` d="${ways[drawn++]}"`);
  const moved = `<g transform="translate(${spot.map(rounded).join(' ')})">${art.harbors.get(kind)}</g>`;
  return `<g class="harbor" data-path="${path}">${piers}${moved}</g>`;
}

function wayOf(from: Spot, to: Spot): string {
  return `M${from.map(rounded).join(' ')}L${to.map(rounded).join(' ')}`;
}

function rounded(number: number): number {
  return Math.round(100 * number) / 100;
}
