/** The engine while one looks: whether it runs, what it may know, and what it says of the position that is shown. */

import { untrack } from 'svelte';

import { load, save } from '../../app/storage';
import { landsAround } from '../../board/naming';
import type { Analysis, EngineClient } from '../../engine/open';
import { reasonText } from '../../engine/position/words';
import type { Study } from './study.svelte';

/** An action that the engine recommends. */
export interface Suggestion {
  text: string;
  label: string;
  chance: number; // that the seat wins after it, as far as is known
  error: number; // the standard error
  reason: string;
}

const [ON, EVERYTHING] = ['longroad.analysis.engine', 'longroad.analysis.everything'];
const SHOWN = 3; // best actions

export class Live {
  analysis = $state.raw<Analysis | null>(null); // of the position that is shown
  chances = $state.raw<readonly number[] | null>(null); // the last ones, until the position's own are known
  failure = $state('');
  private on = $state(load(ON) !== 'off');
  private all = $state(load(EVERYTHING) === 'on');
  private readonly study: Study;
  private readonly engine: EngineClient;

  constructor(study: Study, engine: EngineClient) {
    this.study = study;
    this.engine = engine;
  }

  get isOn(): boolean {
    return this.on;
  }

  set isOn(isOn: boolean) {
    this.on = isOn;
    save(ON, isOn ? null : 'off');
  }

  /** Whether decisions are judged with all cards face up, not by what their seat can know. */
  get everything(): boolean {
    return this.all;
  }

  set everything(isAll: boolean) {
    this.all = isAll;
    save(EVERYTHING, isAll ? 'on' : null);
  }

  /** The best actions so far. */
  readonly best: Suggestion[] = $derived.by(() =>
    (this.analysis?.actions ?? []).slice(0, SHOWN).map(({ action, chance, error, reason }) => ({
      text: action,
      chance,
      error,
      label: this.study.wordsFor(action),
      reason: reasonText(reason, (site) => landsAround(this.study.base.geometry, site)),
    })),
  );

  /** Analyse the position that is shown, for the seat whose decision is shown; returns what stops it. An effect. */
  follow(): (() => void) | undefined {
    const { shown, look, decision } = this.study;
    const options = {
      everything: this.all,
      game: untrack(() => this.study.gameTo(shown)), // says what the seats know of each other's hands
      ...(decision && { seat: decision.seat }),
    };
    [this.analysis, this.failure] = [null, ''];
    if (!this.on || look === null) return;
    let stop: (() => void) | null = null;
    let isLeft = false;
    const bytes = untrack(() => this.study.bytesAt(shown));
    void bytes.then((found) => {
      if (!isLeft) stop = this.engine.analyse(found, options, this);
    });
    return () => {
      isLeft = true;
      stop?.();
    };
  }

  readonly onanalysis = (found: Analysis): void => {
    [this.analysis, this.chances] = [found, found.chances];
  };

  readonly onerror = (why: string): void => {
    this.failure = why;
  };
}
