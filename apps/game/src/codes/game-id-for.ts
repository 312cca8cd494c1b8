import { createHash } from 'node:crypto';
import { GameId } from '@earworm/rules';

/** The same request of the same user is the same game, on whichever replica and however often it is asked. */
export const gameIdFor = (userId: string, requestId: string): GameId =>
  GameId.parse(createHash('sha256').update(`${userId}:${requestId}`).digest('hex').slice(0, 24));
