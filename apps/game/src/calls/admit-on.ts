import { defineCall } from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import { z } from 'zod';

/** Between replicas: whether the owner of the shard has room for one more game of any size. */
export const admitOn = defineCall({
  subject: 'game.admit-on',
  request: z.strictObject({ gameId: GameId }),
  reply: z.strictObject({}),
  errors: ['busy'],
});
