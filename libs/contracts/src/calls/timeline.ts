import { z } from 'zod';
import { GameId, TimelineRow, UserId } from '@earworm/rules';
import { defineCall } from '../call.js';
import { OfShow, RoomId, ShowId } from '../show.js';
import { ActorSchema } from './game.js';

/** Rows of one page. */
export const TIMELINE_PAGE = 200;

const after = z.number().int().min(0);
const Timeline = z.strictObject({
  rows: z.array(TimelineRow),
  /** Null: there is nothing more so far. */
  next: z.number().int().nullable(),
});

/** A page of an evidence file. */
export const Evidence = z.strictObject({
  lines: z.array(z.string()),
  /** Null: this is the last page, which has the rest of the file. */
  next: z.number().int().nullable(),
  end: z.string().nullable(),
  scores: z.array(z.tuple([z.number().int(), z.number()])),
});

/** Of both routes. `after`: the version that the last row of the page before had. */
export const TimelineQuery = z.strictObject({ after: z.coerce.number().int().min(0).default(0) });

/** What has happened in a game after a version, the oldest first. For those who have a desk. */
export const gameTimeline = defineCall({
  subject: 'game.timeline',
  request: z.strictObject({ actor: ActorSchema, gameId: GameId, after }),
  reply: Timeline,
  errors: ['game-not-found', 'not-moderator', 'busy', 'unavailable'],
});

/** What was decided about buzzes and scores in a game that keeps a chain over it, for those who have a desk. */
export const gameEvidence = defineCall({
  subject: 'game.evidence',
  request: z.strictObject({ actor: ActorSchema, gameId: GameId, after }),
  reply: Evidence,
  errors: ['game-not-found', 'not-moderator', 'busy', 'unavailable'],
});

/** Members of an event's staff, who act in games of its rooms without being in their crews. */
const Staff = z.array(z.strictObject({ userId: UserId, name: z.string() }));

/** What a crew gets: the page of the game, and the staff whose acts are among the rows; none if they are not known now. */
export const CrewTimeline = Timeline.extend({ staff: Staff });

/** Who of these users is on the staff of an event, and under which name. */
export const namesOfStaff = defineCall({
  subject: 'shows.names-of-staff',
  request: z.strictObject({ showId: ShowId, userIds: z.array(UserId).max(TIMELINE_PAGE) }),
  reply: z.strictObject({ staff: Staff }),
  errors: ['unavailable'],
});

/** The same of a game that is or was played in a room. For operators. */
export const roomTimeline = defineCall({
  subject: 'shows.room-timeline',
  request: OfShow.extend({ roomId: RoomId, gameId: GameId, after }),
  reply: Timeline.extend({
    /** Members of the staff whose acts are among the rows. */
    staff: Staff,
  }),
  errors: [
    ...(['event-not-found', 'event-not-operator', 'event-deleted', 'room-not-found'] as const),
    ...(['game-not-found', 'busy', 'unavailable'] as const),
  ],
});
