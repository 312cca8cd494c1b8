import { admitGame, type UserId } from '@earworm/contracts';
import { type Bus, BusError } from '@earworm/service-kit/bus';
import { randomUUID } from 'node:crypto';

const TIMEOUT_MS = 500;

/**
 * Asked before a game's content is read. Refuses `busy` when the owner has no memory for the largest quiz; without an
 * answer the game is admitted, for its creation then fails by itself.
 */
export async function admitNewGame(
  bus: Pick<Bus, 'call'>,
  userId: string,
  requestId: string = randomUUID(),
): Promise<void> {
  try {
    await bus.call(admitGame, { userId: userId as UserId, requestId }, { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof BusError)) throw error;
  }
}
