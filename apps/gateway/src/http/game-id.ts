import { type GameId, GameIdSchema, RefusedError } from '@earworm/contracts';

/** Throws `invalid-game-id`. */
export function gameIdOf(text: string): GameId {
  const parsed = GameIdSchema.safeParse(text);
  if (!parsed.success) throw new RefusedError('invalid-game-id');
  return parsed.data;
}
