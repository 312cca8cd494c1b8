import { z } from 'zod';
import { ATTENTION_ACTS, ATTENTION_KINDS, RoomStatus, UserId } from '@earworm/rules';
import { RoomId } from './show.js';

/* What the control room of an event shows. Times are in ms since the epoch. */

export const AttentionKind = z.enum(ATTENTION_KINDS);

/** Why a room needs attention: the facts of one sentence, and what helps, best first. */
export const AttentionReason = z.strictObject({
  kind: AttentionKind,
  since: z.number(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  acts: z.array(z.enum(ATTENTION_ACTS)),
});
export type AttentionReason = z.infer<typeof AttentionReason>;

const Plan = z.object({
  roomId: RoomId,
  number: z.number().int(),
  name: z.string(),
  group: z.string(),
  /** When it is planned to start. */
  startsAt: z.number(),
  /** By which players join. */
  gameCode: z.string().nullable(),
  /** No status has come for so long that what is known of the game may be wrong. */
  isUnknown: z.boolean(),
  reasons: z.array(AttentionReason),
});
/** A room with the last known facts of its game; without them while none have come. */
export const RoomNow = Plan.extend(RoomStatus.omit({ showId: true, roomId: true }).partial().shape);
export type RoomNow = z.infer<typeof RoomNow>;

/** One reason of one room. */
export const ReasonOf = z.strictObject({ roomId: RoomId, kind: AttentionKind });
export type ReasonOf = z.infer<typeof ReasonOf>;

/** What an operator works on: one reason in one room, or one that several rooms have in common. */
export const ShowCard = z.object({
  id: z.string(),
  /** Of the most urgent reason. */
  kind: AttentionKind,
  since: z.number(),
  /** What several rooms have in common. */
  common: z.object({ by: z.enum(['group', 'network', 'event']), name: z.string() }).optional(),
  rooms: z.array(ReasonOf.extend({ since: z.number() })),
  /** Who is on it. */
  claim: z.object({ userId: UserId, name: z.string(), at: z.number() }).optional(),
  /** Of all its reasons. */
  snooze: z.object({ until: z.number(), reason: z.string(), name: z.string() }).optional(),
});
export type ShowCard = z.infer<typeof ShowCard>;

/** A reason that is no more. */
export const SolvedReason = ReasonOf.extend({
  number: z.number().int(),
  name: z.string(),
  since: z.number(),
  endedAt: z.number(),
  /** Who was on it last. */
  claimedBy: z.string().nullable(),
});
export type SolvedReason = z.infer<typeof SolvedReason>;
