import { z } from 'zod';
import { GameId, UserId } from '@earworm/rules';
import { defineCall } from '../call.js';
import { Room, ShowFacts, ShowId } from '../show.js';
import { JoinInfo } from './game.js';

/** A room whose crew the user has joined by a link, and the game that is played there now. */
export const MyRoom = Room.pick({ roomId: true, number: true, name: true, group: true }).extend({
  ...{ showId: ShowId, showName: z.string(), place: z.string(), timeZone: ShowFacts.shape.timeZone },
  /** In ms since the epoch; of the event where the room has none. */
  startsAt: z.number(),
  ...{ gameId: GameId, gameCode: z.string(), status: JoinInfo.shape.status },
  /** What the room's game calls its moderator. */
  moderatorName: z.string(),
  /** The member has a desk. Without one they look after the players. */
  hasDesk: z.boolean(),
});
export type MyRoom = z.infer<typeof MyRoom>;

/** By their start, at most 60: those that start last. Rooms of deleted events, and crews that the user has left, are missing. */
export const listMyRooms = defineCall({
  subject: 'shows.my-rooms',
  request: z.strictObject({ userId: UserId }),
  reply: z.strictObject({ rooms: z.array(MyRoom) }),
  errors: ['busy', 'unavailable'],
});
