import { crewRights, RefusedError, Right } from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';

/** Whether the user is a member of the crew with all rights, as the owner is, and may act now. */
export async function isLead(bus: Bus, gameId: GameId, userId: UserId): Promise<boolean> {
  const { rights, isSuspended } = await callShard(bus, crewRights, gameId, { gameId, userId });
  return !isSuspended && Right.options.every((right) => rights.includes(right));
}

export async function requireLead(bus: Bus, gameId: GameId, userId: UserId): Promise<void> {
  if (!(await isLead(bus, gameId, userId))) throw new RefusedError('not-allowed');
}
