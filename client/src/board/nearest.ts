/** The place nearest to a point of the screen. */

import type { Geometry } from '../api/messages';
import type { Where } from '../table/actions';
import { spotOf } from './places';

/** The index of the nearest of some places, and its distance in pixels. */
export function nearest(
  geometry: Geometry,
  matrix: DOMMatrix,
  places: readonly number[],
  where: Where,
  { clientX, clientY }: MouseEvent,
): { index: number; far: number } {
  const far = places.map((number) => {
    const at = new DOMPoint(...spotOf(geometry, where, number)).matrixTransform(matrix);
    return Math.hypot(at.x - clientX, at.y - clientY);
  });
  const least = Math.min(...far);
  return { index: far.indexOf(least), far: least };
}
