import { ActorSchema, CommandId, defineCall } from '@earworm/contracts';
import { CreateGame, GameId, InheritCrew } from '@earworm/rules';
import { z } from 'zod';

/** From replica to replica: whether one more game of any size would fit into the owner's memory. */
export const admitOn = defineCall({
  subject: 'game.admit-on',
  request: z.strictObject({ gameId: GameId }),
  reply: z.strictObject({}),
  errors: ['busy'],
});

/** The replica that was called to create a game has reserved its code. */
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

/** The owner of a game that is over calls that of the next game, which its crew and its teams go on in. */
export const inheritOn = defineCall({
  subject: 'game.inherit-on',
  request: z.strictObject({ gameId: GameId, from: GameId, command: InheritCrew }),
  reply: z.strictObject({ version: z.number().int() }),
  errors: ['busy', 'retry', 'game-not-found', 'game-ended'],
});
