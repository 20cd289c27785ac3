/** Zooming the board: pinch, wheel with Ctrl, buttons; dragging moves it. */

import type { Spot } from './places';

export const CLOSEST = 4;
const STEP = 1.5;
const SLACK = 6; // pixels a finger may move in a click

interface Size {
  width: number;
  height: number;
}

export class Zoom {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  isMoving = $state(false);
  private fingers = new Map<number, Spot>();
  private moved = 0;

  get transform(): string {
    return `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  get isNear(): boolean {
    return this.scale > 1.01;
  }

  /** Whether the last touch was a drag and not a click. */
  get wasDragged(): boolean {
    return this.moved > SLACK;
  }

  reset(): void {
    [this.scale, this.x, this.y] = [1, 0, 0];
  }

  step(direction: 1 | -1, size: Size): void {
    this.to(this.scale * STEP ** direction, [size.width / 2, size.height / 2], size);
  }

  /** Zoom around a point. */
  to(scale: number, [px, py]: Spot, size: Size): void {
    const next = Math.min(CLOSEST, Math.max(1, scale));
    const change = next / this.scale;
    this.scale = next;
    this.place(px - (px - this.x) * change, py - (py - this.y) * change, size);
  }

  /** Move, but not beyond the edges of the board. */
  private place(x: number, y: number, size: Size): void {
    const within = (value: number, extent: number) => Math.min(0, Math.max(extent * (1 - this.scale), value));
    this.x = within(x, size.width);
    this.y = within(y, size.height);
  }

  down(id: number, at: Spot): void {
    if (this.fingers.size === 0) this.moved = 0;
    this.fingers.set(id, at);
  }

  move(id: number, at: Spot, size: Size): void {
    const before = this.fingers.get(id);
    if (!before) return;
    const other = [...this.fingers].find(([finger]) => finger !== id)?.[1];
    this.fingers.set(id, at);
    this.moved += Math.hypot(at[0] - before[0], at[1] - before[1]);
    if (other) {
      const ratio = distance(at, other) / Math.max(1, distance(before, other));
      this.isMoving = true;
      this.to(this.scale * ratio, [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2], size);
    } else if (this.isNear && this.wasDragged) {
      this.isMoving = true;
      this.place(this.x + at[0] - before[0], this.y + at[1] - before[1], size);
    }
  }

  up(id: number): void {
    this.fingers.delete(id);
    if (this.fingers.size === 0) this.isMoving = false;
  }
}

function distance(one: Spot, other: Spot): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
