import { z } from 'zod';
import { GameId } from '@earworm/rules';
import { defineCall } from '../call.js';
import { OfShow, Room } from '../show.js';
import { GameResult } from './library.js';

/** A place in the list of games: number and id of the room, and which of its games. */
const ResultPlace = z.string().regex(/^\d{1,5}\.[0-9a-f-]{36}\.\d{1,3}$/);

/** Of a game in a room, or of a room without one. */
export const RoomResult = z.strictObject({
  room: Room.pick({ roomId: true, ownId: true, number: true, name: true, group: true, startsAt: true }),
  /** 1: the first game of the room; 0: it has none. */
  round: z.number().int(),
  gameId: GameId.nullable(),
  /** Null: there is no game, or its history is not written yet. */
  result: GameResult.nullable(),
});
export type RoomResult = z.infer<typeof RoomResult>;

/**
 * The results of all games of all rooms, by the rooms' numbers, in pages: pass `next` as `after` until it is null. A page
 * ends at about 128 KiB. For staff and administrators.
 */
export const listResults = defineCall({
  subject: 'shows.list-results',
  request: OfShow.extend({ after: ResultPlace.optional() }),
  reply: z.strictObject({ games: z.array(RoomResult), next: ResultPlace.nullable() }),
  errors: ['event-not-found', 'event-not-operator', 'busy', 'unavailable'],
});
