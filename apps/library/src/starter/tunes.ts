import { ENCORE } from './encore.js';
import { GREAT_COMPOSERS } from './great-composers.js';
import { NURSERY_RHYMES } from './nursery-rhymes.js';
import { SONGS_OF_THE_WORLD } from './songs-of-the-world.js';
import type { TuneCategory } from './tune.js';

/** The starter quiz: every tune is traditional or its composer died more than a century ago. */
export const TUNE_CATEGORIES: readonly TuneCategory[] = [NURSERY_RHYMES, GREAT_COMPOSERS, SONGS_OF_THE_WORLD, ENCORE];
