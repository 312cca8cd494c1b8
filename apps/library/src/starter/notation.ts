export interface Tone {
  readonly at: number;
  readonly beats: number;
  readonly midi: readonly number[];
}

export interface Line {
  readonly tones: readonly Tone[];
  readonly beats: number;
  /** Beats in each bar, as written between the bar lines. */
  readonly bars: readonly number[];
}

const SEMITONES: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const ACCIDENTALS: Record<string, number> = { '': 0, '#': 1, b: -1 };

/** `C#4` → 61. Throws on anything that is not a note. */
function midiOf(note: string): number {
  const [, letter = '', accidental = '', octave = ''] = /^([A-G])([#b]?)(\d)$/.exec(note) ?? [];
  const semitone = SEMITONES[letter];
  if (semitone === undefined) throw new Error(`not a note: ${note}`);
  return 12 * (Number(octave) + 1) + semitone + (ACCIDENTALS[accidental] ?? 0);
}

/** Reads a line of music, lengths in beats: `E4:1 F#4:.5 -:2 | C3+G3:4` has a rest, a bar line and a chord. */
export function readLine(text: string): Line {
  const tones: Tone[] = [];
  const bars: number[] = [];
  let at = 0;
  let barStart = 0;
  for (const word of text.trim().split(/\s+/)) {
    if (word === '|') {
      bars.push(at - barStart);
      barStart = at;
      continue;
    }
    const [pitch = '', length = ''] = word.split(':');
    const beats = Number(length);
    if (!(beats > 0)) throw new Error(`not a length: ${word}`);
    if (pitch !== '-') tones.push({ at, beats, midi: pitch.split('+').map(midiOf) });
    at += beats;
  }
  bars.push(at - barStart);
  return { tones, beats: at, bars };
}
