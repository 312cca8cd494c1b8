import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CategoryId, ClipId, QuestionId, type CategoryDraft } from '@earworm/rules';
import { ENCORE } from './encore.js';
import { GREAT_COMPOSERS } from './great-composers.js';
import { NURSERY_RHYMES } from './nursery-rhymes.js';
import { SONGS_OF_THE_WORLD } from './songs-of-the-world.js';
import type { TuneCategory } from './tune.js';

/** The starter quiz: every tune is traditional or its composer died more than a century ago. */
export const TUNE_CATEGORIES: readonly TuneCategory[] = [NURSERY_RHYMES, GREAT_COMPOSERS, SONGS_OF_THE_WORLD, ENCORE];

/** Where the build puts the clips; the same folder seen from src and from dist. */
export const CLIP_FOLDER = join(import.meta.dirname, '..', '..', 'dist', 'starter');

/** The quiz that ships with the product; `newId` names each category and question. */
export function starterCategories(newId: () => string): CategoryDraft[] {
  return TUNE_CATEGORIES.map(({ name, tunes }) => ({
    categoryId: CategoryId.parse(newId()),
    name,
    questions: tunes.map((tune) => ({
      questionId: QuestionId.parse(newId()),
      clipId: ClipId.parse(tune.clipId),
      youtubeSongName: tune.title,
      answer: tune.answer,
      points: tune.points,
    })),
  }));
}

export interface StarterClip {
  readonly contentType: string;
  readonly base64: string;
}

const CLIP_IDS = new Set(TUNE_CATEGORIES.flatMap(({ tunes }) => tunes.map((tune) => tune.clipId)));
const clips = new Map<string, Promise<StarterClip>>();

/** A clip of the starter quiz, kept in memory once read; null for any other id. Rejects when the build left it out. */
export async function readStarterClip(clipId: string): Promise<StarterClip | null> {
  // Only ids of the table become file names, so an id from outside cannot name another file.
  if (!CLIP_IDS.has(clipId)) return null;
  let clip = clips.get(clipId);
  if (!clip) {
    clip = readFile(join(CLIP_FOLDER, `${clipId}.mp3`)).then((bytes) => ({
      contentType: 'audio/mpeg',
      base64: bytes.toString('base64'),
    }));
    clips.set(clipId, clip);
    clip.catch(() => clips.delete(clipId));
  }
  return clip;
}
