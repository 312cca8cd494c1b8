import { z } from 'zod';
import { COUNTINGS } from '@earworm/rules';
import { defineCall, PageNumber } from '../call.js';
import { OfShow, Room, RoomId, ShowId, Time } from '../show.js';
import { SHOW_LIMITS } from '../show-limits.js';

/** Whom standings rank: players in all rooms, or teams, each within its room. */
export const StandingsKind = z.enum(['players', 'teams']);
export type StandingsKind = z.infer<typeof StandingsKind>;

const Asked = z.strictObject({
  kind: StandingsKind.default('players'),
  /** What is counted; see `COUNTINGS` of the rules. */
  counting: z.enum(COUNTINGS).default('points'),
  /** Only the games that were this one of their room, from 1. */
  round: z.coerce.number().int().min(1).max(1_000).optional(),
  page: PageNumber,
});

const Counted = z.strictObject({
  /** From 1; entries that are level share one, and the next place is left out. */
  rank: z.number().int(),
  /** A stand-in while the name waits for a review. */
  name: z.string(),
  points: z.number(),
  right: z.number().int(),
  wrong: z.number().int(),
  /** What is ranked: points, points by question, or points for places. */
  value: z.number(),
  games: z.number().int(),
});

const Found = z.strictObject({
  /** Of all pages. */
  total: z.number().int(),
  /** The largest number of games that a room has begun. */
  rounds: z.number().int(),
  hasTeams: z.boolean(),
});

/**
 * A page of the standings over all games of these rooms that have begun. `frozenAt`: as they were when they were frozen at
 * this time, without games and people that were erased since.
 */
export const showStandings = defineCall({
  subject: 'library.show-standings',
  request: Asked.extend({
    showId: ShowId,
    roomIds: z.array(RoomId).max(SHOW_LIMITS.roomsMost),
    frozenAt: Time.nullable(),
    /** With `key` and `before`. */
    isTraced: z.boolean().optional(),
  }),
  reply: Found.extend({
    entries: z.array(
      Counted.extend({
        roomId: RoomId,
        /** Of a player the user id, of a team its number in the room. Absent from older releases, and in frozen standings. */
        id: z.string().optional(),
        /** By which an entry of frozen standings is found again, also under another name or user id. Names no person. */
        key: z.string().optional(),
        /** The place over all rounds but the latest one; absent: there was none. */
        before: z.number().int().optional(),
      }),
    ),
  }),
  errors: ['unavailable'],
});

/** Keeps the standings of an event as they are, under this time; null: keeps them no longer. */
export const keepStandings = defineCall({
  subject: 'library.keep-standings',
  request: z.strictObject({ showId: ShowId, at: Time.nullable() }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

/** Of a query string: an empty group is that of rooms without one. */
export const StandingsQuery = Asked.extend({
  group: z
    .string()
    .max(SHOW_LIMITS.groupLength * 8)
    .optional(),
});

/** `room`: of the last game. */
export const StandingsEntry = Counted.extend({ room: Room.pick({ roomId: true, number: true, name: true }) });
export type StandingsEntry = z.infer<typeof StandingsEntry>;

/**
 * The standings of an event. While they are frozen, operators and administrators see how they are now, and viewers how they
 * were, without places that are not revealed yet. For staff and administrators.
 */
export const listStandings = defineCall({
  subject: 'shows.list-standings',
  request: OfShow.extend(StandingsQuery.shape),
  reply: Found.extend({
    entries: z.array(StandingsEntry),
    /** Of the event's rooms, the first ones by number. */
    groups: z.array(z.string()),
    /** Since when others than operators see them unchanged; null: they see them as they are. */
    frozenAt: z.number().nullable(),
    /** Whether these are the frozen ones. */
    isFrozen: z.boolean(),
    /** Whether viewers lack places because these are not revealed yet. */
    isRevealing: z.boolean(),
  }),
  errors: ['event-not-found', 'busy', 'unavailable'],
});

/** Repeated, it changes nothing: what is frozen stays as it was the first time. For operators. */
export const freezeStandings = defineCall({
  subject: 'shows.freeze-standings',
  request: OfShow.extend({ frozen: z.boolean() }),
  reply: z.strictObject({ frozenAt: z.number().nullable() }),
  errors: ['event-not-found', 'event-not-operator', 'event-deleted', 'busy', 'unavailable'],
});
