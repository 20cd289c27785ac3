/** Short sounds that the browser synthesizes. They are off by default. */

import { load, save } from './storage';

const KEY = 'longroad.sounds';

/** One note: its start and length in seconds, its first and last pitch in hertz. */
export interface Note {
  at: number;
  lasts: number;
  from: number;
  to?: number;
  shape?: OscillatorType | 'noise';
  loud?: number;
}

export type Sound = 'dice' | 'build' | 'turn' | 'offer' | 'robber' | 'win';

const knock = (at: number, from: number): Note => ({ at, lasts: 0.05, from, to: from / 2, shape: 'noise', loud: 0.5 });

/** The notes of each sound. */
export const SOUNDS: Record<Sound, readonly Note[]> = {
  dice: [knock(0, 2600), knock(0.07, 1900), knock(0.13, 2300), knock(0.22, 1500)],
  build: [knock(0, 900), { at: 0.01, lasts: 0.12, from: 190, to: 120, shape: 'triangle' }],
  turn: [
    { at: 0, lasts: 0.16, from: 523 },
    { at: 0.11, lasts: 0.24, from: 784 },
  ],
  offer: [
    { at: 0, lasts: 0.09, from: 659, shape: 'triangle' },
    { at: 0.1, lasts: 0.14, from: 587, shape: 'triangle' },
  ],
  robber: [{ at: 0, lasts: 0.4, from: 147, to: 82, shape: 'sawtooth', loud: 0.35 }],
  win: [523, 659, 784, 1047].map((from, i) => ({ at: i * 0.12, lasts: i === 3 ? 0.5 : 0.2, from, shape: 'triangle' })),
};

class Sounds {
  isOn = $state(load(KEY) === 'on');
  private context: AudioContext | null = null;
  private last: Partial<Record<Sound, number>> = {};

  set(isOn: boolean): void {
    this.isOn = isOn;
    if (isOn) this.play('turn');
    save(KEY, isOn ? 'on' : 'off');
  }

  /** Play a sound, unless the same one is playing. */
  play(sound: Sound): void {
    if (!this.isOn || typeof AudioContext === 'undefined') return;
    this.context ??= new AudioContext();
    const { context } = this;
    void context.resume();
    if (context.currentTime < (this.last[sound] ?? 0)) return;
    this.last[sound] = context.currentTime + 0.15;
    for (const note of SOUNDS[sound]) playNote(context, note);
  }
}

function playNote(context: AudioContext, note: Note): void {
  const start = context.currentTime + 0.01 + note.at;
  const end = start + note.lasts;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.16 * (note.loud ?? 1), start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(context.destination);
  if (note.shape === 'noise') {
    playNoise(context, note, volume, start, end);
    return;
  }
  const voice = context.createOscillator();
  voice.type = note.shape ?? 'sine';
  voice.frequency.setValueAtTime(note.from, start);
  voice.frequency.exponentialRampToValueAtTime(note.to ?? note.from, end);
  voice.connect(volume);
  voice.start(start);
  voice.stop(end + 0.02);
}

/** Play filtered noise, which sounds like a knock. */
function playNoise(context: AudioContext, note: Note, into: AudioNode, start: number, end: number): void {
  const samples = context.createBuffer(1, Math.ceil(context.sampleRate * note.lasts), context.sampleRate);
  samples.getChannelData(0).forEach((_, i, all) => (all[i] = Math.random() * 2 - 1));
  const source = context.createBufferSource();
  source.buffer = samples;
  const band = context.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.setValueAtTime(note.from, start);
  band.frequency.exponentialRampToValueAtTime(note.to ?? note.from, end);
  source.connect(band).connect(into);
  source.start(start);
}

export const sounds = new Sounds();
