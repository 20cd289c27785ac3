/** Islands that are drawn again in the tab look as the server draws them (tests/scripts/test_client_drawings.py). */

import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import { describe, expect, it } from 'vitest';

import type { Geometry } from '../api/messages';
import { redrawn } from './redraw';

interface Drawn {
  geometry: Geometry;
  svg: string;
  svg_dark: string;
}

const file = env['LONGROAD_DRAWINGS'];
const NUMBER = /-?\d+(?:\.\d+)?/g;
const CLOSE = 0.05; // the tab has rounded places

/** What is seen of a drawing: without its own name, and without what it says in words. */
function seenOf(drawing: string): string {
  return drawing
    .replace(/<(title|desc)[^>]*>[^<]*<\/\1>\n?/g, '')
    .replace(/ aria-labelledby="[^"]*"/, '')
    .replace(/\blr[0-9a-f]{8}\b/g, 'lr');
}

function numbersIn(drawing: string): number[] {
  return (drawing.match(NUMBER) ?? []).map(Number);
}

describe.runIf(file)('drawings', () => {
  it('look as the server draws them', () => {
    const pairs = JSON.parse(readFileSync(file!, 'utf-8')) as [Drawn, Drawn][];
    for (const [from, to] of pairs) {
      for (const name of ['svg', 'svg_dark'] as const) {
        const made = redrawn(from[name], from.geometry, to.geometry)!;
        const [seen, wanted] = [seenOf(made), seenOf(to[name])];
        expect(seen.replace(NUMBER, '0')).toBe(wanted.replace(NUMBER, '0'));
        const numbers = numbersIn(wanted);
        expect(numbersIn(seen).filter((number, k) => Math.abs(number - numbers[k]!) > CLOSE)).toEqual([]);
        expect(made).not.toContain('desc');
      }
    }
  });

  it('are not made where something is missing', () => {
    const [[from, to]] = JSON.parse(readFileSync(file!, 'utf-8')) as [[Drawn, Drawn]];
    const tokens = to.geometry.tokens.map(() => 7);
    expect(redrawn(from.svg, from.geometry, { ...to.geometry, tokens })).toBeNull();
  });
});
