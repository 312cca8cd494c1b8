import { z } from 'zod';
import { REASON_MAX_LENGTH, UserId } from '@earworm/rules';
import { ReasonOf, RoomNow, ShowCard, SolvedReason } from '../attention.js';
import { defineCall } from '../call.js';
import { OfShow, ShowId, StaffRole } from '../show.js';
import { SHOW_LIMITS } from '../show-limits.js';

/** Of replicas of the shows service, and of former lists of rooms. */
export const SHOW_CURSORS_MOST = 16;

/** The list of rooms that a cursor is about: one of a replica at a time. */
export const listOfCursor = (cursor: string): string => cursor.split(' ')[0] ?? '';

const UNKNOWN = ['event-not-found', 'unavailable'] as const;
/** For operators of the event. */
const OPERATORS = [...UNKNOWN, 'event-not-operator', 'event-deleted', 'attention-over'] as const;

/**
 * What has changed in the rooms of an event since a gateway asked this replica last. `after`: the last cursors of all replicas
 * that have answered, of which each finds its own; without it everything is answered, which `whole` tells. For the gateways,
 * which ask again every moment while operators watch.
 */
export const watchShow = defineCall({
  subject: 'shows.watch',
  request: z.strictObject({
    showId: ShowId,
    after: z.array(z.string().max(80)).max(SHOW_CURSORS_MOST),
    /** Who watches at this gateway. */
    userIds: z.array(UserId).max(SHOW_LIMITS.watchersPerGateway),
  }),
  reply: z.object({
    /** `list position`. */
    cursor: z.string(),
    whole: z.boolean(),
    /** Ask again at once: the rest did not fit. */
    more: z.boolean(),
    rooms: z.array(RoomNow),
    /** All of them; null: as before. */
    cards: z.array(ShowCard).nullable(),
    /** Of each of `userIds`; null: not on the staff. */
    roles: z.array(StaffRole.nullable()),
  }),
  errors: UNKNOWN,
});

const OfReasons = OfShow.extend({ reasons: z.array(ReasonOf).min(1).max(SHOW_LIMITS.reasonsPerRequest) });

/**
 * The operator is on it, or with `isClaimed` false lets go. `from`: who the operator saw on it; if another one is, nothing
 * is changed. Repeated, it changes nothing.
 */
export const claimAttention = defineCall({
  subject: 'shows.claim-attention',
  request: OfReasons.extend({ isClaimed: z.boolean(), from: UserId.nullable() }),
  reply: z.strictObject({}),
  errors: [...OPERATORS, 'attention-claimed'],
});

/** It can wait, for a reason. Zero minutes end a snooze. */
export const snoozeAttention = defineCall({
  subject: 'shows.snooze-attention',
  request: OfReasons.extend({
    minutes: z.number().int().min(0).max(SHOW_LIMITS.snoozeMinutes),
    reason: z.string().max(REASON_MAX_LENGTH),
  }),
  reply: z.strictObject({}),
  errors: [...OPERATORS, 'reason-required'],
});

/** The newest that were solved, and by whom, the newest first. For staff and administrators. */
export const listSolved = defineCall({
  subject: 'shows.list-solved',
  request: OfShow,
  reply: z.strictObject({ solved: z.array(SolvedReason) }),
  errors: UNKNOWN,
});
