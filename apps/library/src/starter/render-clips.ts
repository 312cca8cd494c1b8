import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMp3Encoder } from 'wasm-media-encoders';
import { CLIP_FOLDER, TUNE_CATEGORIES } from './starter-quiz.js';
import { renderTune, SAMPLE_RATE } from './synthesiser.js';

const KBPS = 48;
const encoder = await createMp3Encoder();

function encode(samples: Float32Array): Buffer {
  encoder.configure({ channels: 1, sampleRate: SAMPLE_RATE, bitrate: KBPS });
  // The encoder hands out its own memory, which the next call overwrites.
  const body = Buffer.from(encoder.encode([samples]));
  return Buffer.concat([body, encoder.finalize()]);
}

/** A build step: writes one clip for every tune into the package's dist. */
await mkdir(CLIP_FOLDER, { recursive: true });
for (const { tunes } of TUNE_CATEGORIES) {
  for (const tune of tunes) await writeFile(join(CLIP_FOLDER, `${tune.clipId}.mp3`), encode(renderTune(tune)));
}
