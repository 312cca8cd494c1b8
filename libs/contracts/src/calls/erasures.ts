import { GameId } from '@earworm/rules';
import { z } from 'zod';
import { defineCall } from '../call.js';
import { ShowId } from '../show.js';

/** Games of one call. */
export const ERASED_AT_ONCE_MAX = 500;

const Games = z.strictObject({ gameIds: z.array(GameId).min(1).max(ERASED_AT_ONCE_MAX) });
const Done = z.strictObject({});

/**
 * Notes the ids outside the database, and deletes history, use of templates and use of clips of these games. Repeated, it
 * changes nothing.
 */
export const eraseInLibrary = defineCall({
  subject: 'library.erase-games',
  request: Games,
  reply: Done,
  errors: ['clips-away', 'unavailable'],
});

/** Deletes the facts and figures of these games; sums over all games stay. Repeated, it changes nothing. */
export const eraseInTelemetry = defineCall({
  subject: 'telemetry.erase-games',
  request: Games,
  reply: Done,
  errors: ['unavailable'],
});

/** Deletes links to the crews of these games; their rooms have failed with `game-erased`. Repeated, it changes nothing. */
export const eraseInShows = defineCall({
  subject: 'shows.erase-games',
  request: Games,
  reply: Done,
  errors: ['unavailable'],
});

/** Deletes screenshots that were made in these games, and their ids and codes. Repeated, it changes nothing. */
export const eraseInFeedback = defineCall({
  subject: 'feedback.erase-games',
  request: Games,
  reply: Done,
  errors: ['screenshots-away', 'unavailable'],
});

/** Notes that the games of an event are to be erased. Replies with how many were not noted before. */
export const eraseGamesOfShow = defineCall({
  subject: 'game.erase-show',
  request: z.strictObject({ showId: ShowId }),
  reply: z.strictObject({ games: z.number().int() }),
  errors: ['unavailable'],
});

/** Events of one `existingShows`. */
export const SHOWS_AT_ONCE_MAX = 500;

/** Which of these events there are, also deleted ones that may be restored. */
export const existingShows = defineCall({
  subject: 'shows.existing',
  request: z.strictObject({ showIds: z.array(ShowId).max(SHOWS_AT_ONCE_MAX) }),
  reply: z.strictObject({ showIds: z.array(ShowId) }),
  errors: ['unavailable'],
});

export const ErasureCause = z.enum(['age', 'event', 'restore', 'person']);
export type ErasureCause = z.infer<typeof ErasureCause>;

/** What is being erased, and what was: by day (UTC) and cause, latest first. Times in ms since the epoch. */
export const listErasures = defineCall({
  subject: 'game.list-erasures',
  request: z.strictObject({}),
  reply: z.strictObject({
    /** Days after the last change of a game without an event. */
    keepDays: z.number().int(),
    waiting: z.strictObject({
      games: z.number().int(),
      /** When the first of them was noted; null: none waits. */
      since: z.number().nullable(),
      /** Games that a service could not erase, which are tried again. */
      failing: z.number().int(),
    }),
    days: z.array(
      z.strictObject({
        day: z.string(),
        cause: ErasureCause,
        games: z.number().int(),
        /** When the last of them was erased in every service. */
        lastAt: z.number(),
      }),
    ),
  }),
  errors: ['unavailable'],
});

/** Games that were erased before, and are back since the database was restored. */
export const eraseAgain = defineCall({
  subject: 'game.erase-again',
  request: Games,
  reply: Done,
  errors: ['unavailable'],
});
