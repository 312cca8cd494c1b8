/** Comb delays in seconds, chosen without common factors so that no pitch rings out. */
const COMBS = [0.0297, 0.0371, 0.0411, 0.0437];
const FEEDBACK = 0.72;
const WET = 0.14;

export function addReverb(dry: Float32Array, sampleRate: number): Float32Array {
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
const CEILING = 0.8;
const FADE_SECONDS_SHARE = 0.04;

/** Brings every clip to one loudness, rounds the peaks off softly and fades the end out. */
export function level(samples: Float32Array): Float32Array {
  let power = 0;
  for (const sample of samples) power += sample * sample;
  const gain = TARGET_RMS / Math.sqrt(power / samples.length);
  const fadeFrom = Math.floor(samples.length * (1 - FADE_SECONDS_SHARE));
  return samples.map((sample, i) => {
    const fade = i < fadeFrom ? 1 : (samples.length - i) / (samples.length - fadeFrom);
    return Math.tanh((sample * gain) / CEILING) * CEILING * fade;
  });
}
