import { create } from 'zustand';
import { read, write } from '../../platform/storage/local.js';

export type Sound = 'buzz' | 'right' | 'wrong';

const KEY = 'earworm.sounds';
/** Effects are quieter than the music. */
const SHARE_OF_MUSIC = 0.3;
/** At most two notes overlap. */
const SHARE_OF_NOTE = SHARE_OF_MUSIC / 2;
const ATTACK_S = 0.012;
/** Buzzes at the same time are one sound. */
const REST_MS = 120;

interface Note {
  readonly wave: OscillatorType;
  readonly hz: readonly [number, number];
  readonly startS: number;
  readonly lastsS: number;
}

const NOTES: Readonly<Record<Sound, readonly Note[]>> = {
  buzz: [{ wave: 'triangle', hz: [392, 588], startS: 0, lastsS: 0.18 }],
  right: [
    { wave: 'sine', hz: [659, 659], startS: 0, lastsS: 0.14 },
    { wave: 'sine', hz: [880, 880], startS: 0.1, lastsS: 0.14 },
    { wave: 'sine', hz: [1319, 1319], startS: 0.24, lastsS: 0.34 },
  ],
  wrong: [
    { wave: 'triangle', hz: [233, 220], startS: 0, lastsS: 0.18 },
    { wave: 'triangle', hz: [175, 147], startS: 0.17, lastsS: 0.34 },
  ],
};

/** The players of this page whose song is heard now. Each player enters and leaves by its own state. */
export const heard = new Set<object>();

/** The volume of music and sounds in this browser, 0 to 1. */
export function volumeMark(): number {
  const stored = Number(read('volume') ?? 1);
  return stored >= 0 && stored <= 1 ? stored : 1;
}

export const keepVolume = (share: number): void => write('volume', String(share));

function wanted(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export const useSoundsOn = create<{ readonly on: boolean }>(() => ({ on: wanted() }));

export function switchSounds(): void {
  const on = !useSoundsOn.getState().on;
  useSoundsOn.setState({ on });
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // For this page only.
  }
  if (on) wakeSounds();
}

// Desk and stage are often two windows of one browser.
globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
  if (key === KEY) useSoundsOn.setState({ on: wanted() });
});

let context: AudioContext | null = null;
let restsUntil = 0;

/** During a user gesture: browsers block sound before the first one, and after a phone was locked. */
export function wakeSounds(): void {
  if (!useSoundsOn.getState().on || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext({ latencyHint: 'interactive' });
  if (context.state !== 'running') void context.resume().catch(() => undefined);
}

/** Silent when muted or blocked. */
export function playSound(sound: Sound): void {
  if (!useSoundsOn.getState().on || context?.state !== 'running') return;
  const now = performance.now();
  if (now < restsUntil) return;
  restsUntil = now + REST_MS;
  for (const note of NOTES[sound]) playNote(context, note, volumeMark() * SHARE_OF_NOTE);
}

function playNote(on: AudioContext, { wave, hz, startS, lastsS }: Note, loudness: number): void {
  if (loudness === 0) return;
  const start = on.currentTime + startS;
  const end = start + lastsS;
  const tone = new OscillatorNode(on, { type: wave, frequency: hz[0] });
  tone.frequency.setValueAtTime(hz[0], start);
  tone.frequency.exponentialRampToValueAtTime(hz[1], end);
  const level = new GainNode(on, { gain: 0 });
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(loudness, start + ATTACK_S);
  level.gain.linearRampToValueAtTime(0, end);
  tone.connect(level).connect(on.destination);
  tone.start(start);
  tone.stop(end);
}
