import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CategoryDraft } from '@earworm/rules';
import { MPEGDecoder } from 'mpg123-decoder';
import { readLine } from './notation.js';
import { readStarterClip, starterCategories, TUNE_CATEGORIES } from './starter-quiz.js';

const tunes = TUNE_CATEGORIES.flatMap((category) => category.tunes);
/** Compiled once: that takes longer than to decode a clip. */
const decoder = new MPEGDecoder();
let last = 0;
const newId = () => `id${++last}`;

beforeAll(() => decoder.ready);
afterAll(() => decoder.free());

async function decode(clipId: string) {
  const clip = await readStarterClip(clipId);
  if (!clip) throw new Error(`no clip ${clipId}`);
  const bytes = Buffer.from(clip.base64, 'base64');
  await decoder.reset();
  const { channelData, sampleRate, samplesDecoded, errors } = decoder.decode(bytes);
  return { clip, bytes, samples: channelData[0]!, seconds: samplesDecoded / sampleRate, errors };
}

describe('the starter quiz', () => {
  it('creates categories with new ids that a game accepts', () => {
    const drafts = starterCategories(newId).map((draft) => CategoryDraft.parse(draft));
    expect(drafts.length).toBeGreaterThanOrEqual(2);
    for (const draft of drafts) expect(draft.questions.length).toBeGreaterThanOrEqual(3);
    const ids = drafts.flatMap((draft) => [draft.categoryId, ...draft.questions.map((q) => q.questionId)]);
    expect(new Set<string>(ids).size).toBe(ids.length);
    expect(starterCategories(newId)[0]!.categoryId).not.toBe(drafts[0]!.categoryId);
  });

  it('gives every question an answer, a song name, its own clip and its points', () => {
    for (const { questions } of starterCategories(newId)) {
      expect(questions.map((question) => question.points)).toEqual([100, 200, 300, 400]);
      for (const question of questions) {
        expect(question.answer).not.toBe('');
        expect(question.youtubeSongName).not.toBe('');
      }
    }
    expect(new Set(tunes.map((tune) => tune.clipId)).size).toBe(tunes.length);
  });

  it('never names the tune in the address of its clip', () => {
    for (const tune of tunes) {
      expect(tune.clipId).toMatch(/^[a-z0-9]{8}$/);
      for (const word of `${tune.title} ${tune.answer}`.toLowerCase().match(/[a-z]{3,}/g) ?? [])
        expect(tune.clipId).not.toContain(word);
    }
  });

  it('returns no clip for any other id', async () => {
    for (const id of ['', 'k7m2xq9', '../../package', 'starter-quiz.js', 'constructor'])
      expect(await readStarterClip(id)).toBeNull();
  });
});

describe.each(tunes)('starter quiz clip $clipId', (tune) => {
  it('fills its bars, with the bass as long as the melody', () => {
    const melody = readLine(tune.melody);
    const bass = readLine(tune.bass);
    expect(bass.beats).toBe(melody.beats);
    expect(bass.bars).toEqual(melody.bars);
    // A pickup may be shorter, the end gives it back, and a held note may stand over several bars.
    const inner = melody.bars.slice(1, -1);
    for (const beats of inner)
      expect(beats === tune.bar || (tune.clipId === 't2n7vk4x' && beats > tune.bar)).toBe(true);
  });

  it('fits into 150 KB, lasts 12 to 20 seconds, and sounds loud enough without clipping', async () => {
    const { clip, bytes, samples, seconds, errors } = await decode(tune.clipId);
    expect(clip.contentType).toBe('audio/mpeg');
    expect(errors).toEqual([]);
    expect(bytes.length).toBeLessThanOrEqual(150_000);
    expect(seconds).toBeGreaterThanOrEqual(12);
    expect(seconds).toBeLessThanOrEqual(20);
    let peak = 0;
    let power = 0;
    for (const sample of samples) {
      peak = Math.max(peak, Math.abs(sample));
      power += sample * sample;
    }
    expect(Math.sqrt(power / samples.length)).toBeGreaterThan(0.08);
    expect(peak).toBeGreaterThan(0.3);
    expect(peak).toBeLessThan(0.99);
  });
});
