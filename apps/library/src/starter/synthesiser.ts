import { readLine, type Tone } from './notation.js';
import type { Timbre, Tune } from './tune.js';

export const SAMPLE_RATE = 24_000;
/** Seconds that the last note may ring. */
const RING = 1.2;

interface Voice {
  /** [multiple of the pitch, loudness, how fast it fades per second]; fading 0 holds the tone. */
  readonly partials: readonly (readonly [number, number, number])[];
  /** Seconds until full loudness, and from the note's end to silence. */
  readonly attack: number;
  readonly release: number;
  /** Swing of the pitch, as a share of it. */
  readonly vibrato: number;
}

const harmonics = (count: number, slope: number, fade: (k: number) => number) =>
  Array.from({ length: count }, (_, i) => [i + 1, (i + 1) ** -slope, fade(i + 1)] as const);

const VOICES: Record<Timbre | 'bass', Voice> = {
  piano: { partials: harmonics(8, 1.6, (k) => 1.6 + 0.9 * k), attack: 0.004, release: 0.18, vibrato: 0 },
  strings: { partials: harmonics(9, 1.35, () => 0.15), attack: 0.035, release: 0.12, vibrato: 0.0022 },
  flute: { partials: harmonics(5, 2.2, () => 0.1), attack: 0.045, release: 0.1, vibrato: 0.003 },
  musicBox: {
    partials: [
      [1, 1, 2.4],
      [2, 0.35, 3.6],
      [3, 0.18, 6],
      [5.4, 0.1, 11],
    ],
    attack: 0.002,
    release: 0.5,
    vibrato: 0,
  },
  bass: { partials: harmonics(3, 2, (k) => 0.8 * k), attack: 0.012, release: 0.12, vibrato: 0 },
};
const BASS_LOUDNESS = 0.5;
const VIBRATO_HZ = 5.2;

/** Seconds from the start of a piece whose tempo goes evenly from one speed to another over `beats`. */
function clockOf([from, to]: readonly [number, number], beats: number): (beat: number) => number {
  if (from === to) return (beat) => (beat * 60) / from;
  const slope = (to - from) / beats;
  return (beat) => (60 / slope) * Math.log(1 + (slope * beat) / from);
}

const SINE = Float32Array.from({ length: 4096 }, (_, i) => Math.sin((2 * Math.PI * i) / 4096));

function play(into: Float32Array, pitch: number, voice: Voice, start: number, length: number, loudness: number) {
  const hertz = 440 * 2 ** ((pitch - 69) / 12);
  const first = Math.round(start * SAMPLE_RATE);
  const count = Math.min(into.length - first, Math.round((length + voice.release) * SAMPLE_RATE));
  const swell = new Float32Array(count);
  /** Turns of the ground tone so far; a partial's are a multiple of it. */
  const turns = new Float64Array(count);
  let turn = 0;
  for (let i = 0; i < count; i++) {
    const t = i / SAMPLE_RATE;
    swell[i] = loudness * Math.min(1, t / voice.attack) * Math.min(1, 1 - (t - length) / voice.release);
    const swing = SINE[Math.floor(VIBRATO_HZ * t * SINE.length) % SINE.length]! * Math.min(1, t * 3);
    turn += (hertz * (1 + voice.vibrato * swing)) / SAMPLE_RATE;
    turns[i] = turn;
  }
  for (const [multiple, strength, fade] of voice.partials) {
    if (hertz * multiple > SAMPLE_RATE * 0.45) continue;
    const fadePerSample = Math.exp(-fade / SAMPLE_RATE);
    let strengthNow = strength;
    for (let i = 0; i < count; i++) {
      into[first + i]! += SINE[Math.floor(turns[i]! * multiple * SINE.length) % SINE.length]! * strengthNow * swell[i]!;
      strengthNow *= fadePerSample;
    }
  }
}

/** The tune as mono samples between −1 and 1 at SAMPLE_RATE. */
export function renderTune(tune: Tune): Float32Array {
  const melody = readLine(tune.melody);
  const bass = readLine(tune.bass);
  const seconds = clockOf(tune.tempo, melody.beats);
  const samples = new Float32Array(Math.ceil((seconds(melody.beats) + RING) * SAMPLE_RATE));
  const playLine = (tones: readonly Tone[], voice: Voice, loudness: number) => {
    for (const tone of tones) {
      const start = seconds(tone.at);
      // Repeated notes need a breath between them to be heard as two.
      const length = (seconds(tone.at + tone.beats) - start) * 0.94;
      for (const pitch of tone.midi) play(samples, pitch, voice, start, length, loudness / tone.midi.length);
    }
  };
  playLine(melody.tones, VOICES[tune.timbre], 1);
  playLine(bass.tones, VOICES.bass, BASS_LOUDNESS);
  return level(addReverb(samples, SAMPLE_RATE));
}

/** Comb delays in seconds, chosen without common factors so that no pitch rings out. */
const COMBS = [0.0297, 0.0371, 0.0411, 0.0437];
const FEEDBACK = 0.72;
const WET = 0.14;

function addReverb(dry: Float32Array, sampleRate: number): Float32Array {
  const wet = Float32Array.from(dry);
  for (const seconds of COMBS) {
    const delay = Math.round(seconds * sampleRate);
    const line = new Float32Array(delay);
    for (let i = 0; i < dry.length; i++) {
      const slot = i % delay;
      const echo = line[slot]!;
      line[slot] = dry[i]! + echo * FEEDBACK;
      wet[i]! += (echo * WET) / COMBS.length;
    }
  }
  return wet;
}

const TARGET_RMS = 0.16;
/** Leaves room for what lossy coding adds to a peak. */
const PEAK = 0.8;
const FADE_SECONDS_SHARE = 0.04;

/** Brings every clip to one loudness, rounds the peaks off softly and fades the end out. */
function level(samples: Float32Array): Float32Array {
  let power = 0;
  for (const sample of samples) power += sample * sample;
  const gain = TARGET_RMS / Math.sqrt(power / samples.length);
  const fadeFrom = Math.floor(samples.length * (1 - FADE_SECONDS_SHARE));
  return samples.map((sample, i) => {
    const fade = i < fadeFrom ? 1 : (samples.length - i) / (samples.length - fadeFrom);
    return Math.tanh((sample * gain) / PEAK) * PEAK * fade;
  });
}
