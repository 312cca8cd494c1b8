import { ActorSchema, CommandId, defineCall } from '@earworm/contracts';
import { CreateGame, GameId } from '@earworm/rules';
import { z } from 'zod';

/** Between replicas: the one that was asked to create a game has reserved its code and hands it to the owner of its shard. */
export const createOn = defineCall({
  subject: 'game.create-on',
  request: z.strictObject({
    gameId: GameId,
    actor: ActorSchema,
    commandId: CommandId,
    command: CreateGame,
    deadlineMs: z.number().int().min(0).max(10_000),
  }),
  reply: z.strictObject({ version: z.number().int() }),
  errors: ['busy', 'retry', 'game-already-exists'],
});
