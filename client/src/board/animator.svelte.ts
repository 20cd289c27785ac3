/** Animates what happened: dice roll, cards fly, the robber moves, pieces appear. All of it is short. */

import type { Geometry, LogEntry, Snapshot } from '../api/messages';
import { preferences } from '../app/preferences.svelte';
import { sounds, type Sound } from '../app/sounds.svelte';
import { actionOf, placedBy, wordOf } from '../table/events';
import type { Animator } from '../table/store.svelte';
import { spotOf, type Spot } from './places';
import { transfers, type Place, type Transfer } from './transfers';

/** Dice being rolled: they tumble, then show the result. */
export interface Rolling {
  faces: readonly number[];
  isTumbling: boolean;
}

/** A flying card, in pixels of the window. */
export interface Flight {
  id: number;
  resource: string | null;
  card: string | null; // a development card that you may see
  from: DOMPoint;
  to: DOMPoint;
  delay: number;
  duration: number;
}

/** Durations in milliseconds. Every animation ends within MAX_MS. */
export const MAX_MS = 700;
export const ROLL_MS = 260;
const ROLLED_MS = 60; // to read the dice before the cards fly
export const FLIGHT_MS = 380; // until the last card arrives
const BETWEEN_MS = 40; // between two cards, if there are few
const WALK_MS = 550;
const POP_MS = 260;

/** The delay and duration of each card, so that the last one arrives in time. */
export function cardTimings(count: number): { delay: number; duration: number }[] {
  const between = Math.min(BETWEEN_MS, 140 / Math.max(1, count - 1));
  const duration = FLIGHT_MS - between * (count - 1);
  return Array.from({ length: count }, (_, i) => ({ delay: i * between, duration }));
}

export class BoardAnimator implements Animator {
  dice = $state.raw<Rolling | null>(null); // during a roll
  flights = $state.raw<readonly Flight[]>([]);
  isPlaying = $state(false);
  geometry: Geometry | null = null;
  locate: (spot: Spot) => DOMPoint | null = () => null;
  private isSkipped = false;
  private wake: (() => void) | null = null;
  private lastFlight = 0;
  private speed = 1;

  /** Whether animations are off or the page is hidden. */
  private get isStill(): boolean {
    return document.hidden || preferences.reducesMotion;
  }

  async play(
    happened: readonly LogEntry[],
    before: Snapshot,
    after: Snapshot,
    reveal: () => void,
    waiting = 0,
  ): Promise<void> {
    happened.forEach(sound);
    if (this.isStill || !this.geometry) return reveal();
    this.isSkipped = false;
    this.isPlaying = true;
    this.speed = (1 + waiting / 2) * speedFor(happened);
    try {
      for (const entry of happened) {
        if (this.isSkipped) break;
        await this.playOne(entry, before, after, reveal);
      }
    } finally {
      this.isPlaying = false;
      reveal();
    }
  }

  skip(): void {
    this.isSkipped = true;
    this.dice = null;
    this.flights = [];
    this.wake?.();
  }

  private async playOne(entry: LogEntry, before: Snapshot, after: Snapshot, reveal: () => void): Promise<void> {
    const word = wordOf(entry);
    if (word === 'rolled' && !entry.is_undone) await this.roll(entry, after);
    const moved = transfers(this.geometry!, entry, before, after);
    const sent = this.send(moved); // before the table changes below the cards
    if (word === 'roll') return; // the dice follow
    reveal();
    const pauses = [sent, word === 'robber' ? WALK_MS : placedBy(entry) ? POP_MS : 0];
    await this.pause(Math.max(...pauses));
    this.flights = [];
  }

  private async roll(entry: LogEntry, after: Snapshot): Promise<void> {
    const faces = actionOf(entry).replace('rolled ', '').split('+').map(Number);
    const shown = faces.length === 2 ? faces : after.dice;
    this.dice = shown.length ? { faces: shown, isTumbling: true } : null;
    await this.pause(ROLL_MS);
    if (this.dice) this.dice = { faces: shown, isTumbling: false };
    await this.pause(ROLLED_MS);
    this.dice = null;
  }

  /** Start the cards; returns how long they take. */
  private send(moved: readonly Transfer[]): number {
    const found = moved.flatMap((transfer) => {
      const [from, to] = [this.find(transfer.from, transfer), this.find(transfer.to, transfer)];
      const card = transfer.card === '?' ? null : (transfer.card ?? null);
      return from && to ? [{ resource: transfer.resource, card, from, to }] : [];
    });
    const times = cardTimings(found.length);
    this.flights = found.map((card, i) => ({
      ...card,
      id: ++this.lastFlight,
      delay: times[i]!.delay / this.speed,
      duration: times[i]!.duration / this.speed,
    }));
    return found.length ? FLIGHT_MS : 0;
  }

  /** Where something is on the screen: a hex on the board, a hand, the bank or the deck in a panel. */
  private find(place: Place, { resource, card }: Transfer): DOMPoint | null {
    if (place === 'deck') return middle('[data-deck]');
    if (place === 'bank') return middle(`[data-bank][data-resource="${resource}"]`) ?? middle('[data-bank]');
    if ('hex' in place) return this.locate(spotOf(this.geometry!, 'hex', place.hex));
    const hand = `[data-hand="${place.seat}"]`;
    const kind = card === undefined ? `[data-resource="${resource}"]` : '[data-cards]';
    return middle(`${hand}${kind}`) ?? middle(`${hand}:not([data-resource])`) ?? middle(hand);
  }

  private pause(ms: number): Promise<void> {
    if (this.isSkipped || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms / this.speed);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** The speed-up when several events come at once, such as buying and drawing a card. */
export function speedFor(happened: readonly LogEntry[]): number {
  const moving = happened.filter((entry) => wordOf(entry) !== 'roll').length;
  return Math.max(1, 0.65 * moving);
}

const SOUND_OF: Record<string, Sound> = {
  rolled: 'dice',
  road: 'build',
  settle: 'build',
  city: 'build',
  robber: 'robber',
};

/** Play the sound of an event. */
function sound(entry: LogEntry): void {
  const name = entry.is_undone ? undefined : SOUND_OF[wordOf(entry)];
  if (name) sounds.play(name);
}

/** The centre of the first visible element. */
function middle(selector: string): DOMPoint | null {
  for (const element of document.querySelectorAll(selector)) {
    const box = element.getBoundingClientRect();
    if (box.width > 0) return new DOMPoint(box.left + box.width / 2, box.top + box.height / 2);
  }
  return null;
}
