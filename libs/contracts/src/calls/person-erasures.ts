import { GameId, UserId } from '@earworm/rules';
import { z } from 'zod';
import { defineCall } from '../call.js';
import { AccountId } from './accounts.js';
import { ERASED_AT_ONCE_MAX } from './erasures.js';

/** What others see in place of the name of a person who was erased. */
export const FORMER_PERSON = 'Former player';

/** The pseudonym takes the place of the user id in everything that stays. */
const Person = z.strictObject({ userId: UserId, pseudonym: UserId });
const Done = z.strictObject({});

/**
 * Notes that a user is to be erased in every service, and deletes the account or guest. The same again changes nothing.
 * `keepsTemplates`: published templates stay, and so do audio files that are used.
 */
export const erasePerson = defineCall({
  subject: 'identity.erase-person',
  request: z.strictObject({ userId: AccountId, keepsTemplates: z.boolean() }),
  reply: Done,
  errors: ['last-admin', 'unavailable'],
});

/** Users who were erased before. Those that this database does not know as erased were brought back by a restore: how many. */
export const erasePeopleAgain = defineCall({
  subject: 'identity.erase-again',
  request: z.strictObject({ userIds: z.array(UserId).max(ERASED_AT_ONCE_MAX), keepsTemplates: z.boolean() }),
  reply: z.strictObject({ people: z.number().int() }),
  errors: ['unavailable'],
});

/** Games whose log has the user id or the pseudonym, from one page of all games. `next`: where the next page begins. */
export const gamesOfPerson = defineCall({
  subject: 'game.games-of-person',
  request: Person.extend({ after: z.string().max(80) }),
  reply: z.strictObject({ gameIds: z.array(GameId), next: z.string().nullable() }),
  errors: ['unavailable'],
});

/**
 * Rewrites the person's names in the log of a game, under a new `logId`; a game that is theirs is noted to be erased. Call
 * the owner of the shard. Repeated, it replies the same.
 */
export const erasePersonInGame = defineCall({
  subject: 'game.erase-person',
  /** `replacesId`: no projection reads the log with the user id any more. */
  request: Person.extend({ gameId: GameId, replacesId: z.boolean() }),
  reply: z.strictObject({
    /** Versions of the verdicts that the person gave, or changed last. */
    verdicts: z.array(z.number().int()),
    /** The person has called for help. */
    calledForHelp: z.boolean(),
  }),
  errors: ['busy', 'game-not-found', 'unavailable'],
});

/**
 * Notes the id outside the database, and replaces the person in the history and the templates. Replies with the guests who became this user when they signed in.
 * Repeated, it changes nothing.
 */
export const erasePersonInLibrary = defineCall({
  subject: 'library.erase-person',
  request: Person.extend({
    keepsTemplates: z.boolean(),
    replacesId: z.boolean(),
    verdicts: z.array(z.strictObject({ gameId: GameId, versions: z.array(z.number().int()) })).max(ERASED_AT_ONCE_MAX),
  }),
  reply: z.strictObject({ formerIds: z.array(UserId) }),
  errors: ['clips-away', 'unavailable'],
});

/** Replaces the person in sessions and errors, and deletes the texts of calls for help in these games. */
export const erasePersonInTelemetry = defineCall({
  subject: 'telemetry.erase-person',
  request: Person.extend({ calledForHelpIn: z.array(GameId).max(ERASED_AT_ONCE_MAX) }),
  reply: Done,
  errors: ['unavailable'],
});

/** Feedback stays, without its author and screenshot. `name`: under which an administrator has handled feedback. */
export const erasePersonInFeedback = defineCall({
  subject: 'feedback.erase-person',
  request: Person.extend({ name: z.string().nullable() }),
  reply: Done,
  errors: ['screenshots-away', 'unavailable'],
});

/** Deletes the person's events and seats among the staff of others, and replaces them in links and rooms. */
export const erasePersonInShows = defineCall({
  subject: 'shows.erase-person',
  request: Person.extend({ email: z.string().nullable() }),
  reply: Done,
  errors: ['unavailable'],
});
