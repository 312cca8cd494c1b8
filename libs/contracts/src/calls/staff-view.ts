import { z } from 'zod';
import { GameId, UserId } from '@earworm/rules';
import { defineCall } from '../call.js';
import { OfShow, RoomId } from '../show.js';

/** What operators see of a game: the answer of the question that is played, and who has a seat or asks for one. */
export const StaffView = z.strictObject({
  question: z
    .strictObject({ category: z.string(), points: z.number(), answer: z.string(), songName: z.string() })
    .nullable(),
  players: z.array(
    z.strictObject({
      id: UserId,
      seat: z.number().int(),
      name: z.string(),
      score: z.number(),
      isActive: z.boolean(),
      removed: z.enum(['removed', 'banned']).nullable(),
    }),
  ),
  seatRequests: z.array(
    z.strictObject({ playerId: UserId, seat: z.number().int(), name: z.string(), score: z.number() }),
  ),
  /** Names that players have reported; absent if there are none. */
  reported: z
    .array(z.strictObject({ id: UserId, seat: z.number().int(), name: z.string(), reports: z.number().int() }))
    .optional(),
});
export type StaffView = z.infer<typeof StaffView>;

/** The caller has checked that `userId` is an operator. Users with a seat in the game get nothing, also once they have left it. */
export const gameStaffView = defineCall({
  subject: 'game.staff-view',
  request: z.strictObject({ gameId: GameId, roomId: RoomId, userId: UserId }),
  reply: StaffView,
  errors: ['game-not-found', 'not-allowed', 'operator-plays', 'busy'],
});

/** The same of a game that is or was played in a room. For operators; recorded in the audit log. */
export const roomStaffView = defineCall({
  subject: 'shows.room-staff-view',
  request: OfShow.extend({ roomId: RoomId, gameId: GameId }),
  reply: StaffView,
  errors: [
    ...(['event-not-found', 'event-not-operator', 'event-deleted', 'room-not-found'] as const),
    ...(['game-not-found', 'not-allowed', 'operator-plays', 'busy', 'unavailable'] as const),
  ],
});
