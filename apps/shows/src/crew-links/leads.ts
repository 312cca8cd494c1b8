import { crewRights, RefusedError, Right } from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';

export type Standing = 'lead' | 'suspended' | 'none';

/** Whether the user is a member of the crew with all rights, as the owner is; `suspended`: one who may not act now. */
export async function standingOf(bus: Bus, gameId: GameId, userId: UserId): Promise<Standing> {
  const { rights, isSuspended } = await callShard(bus, crewRights, gameId, { gameId, userId });
  if (!Right.options.every((right) => rights.includes(right))) return 'none';
  return isSuspended ? 'suspended' : 'lead';
}

export async function requireLead(bus: Bus, gameId: GameId, userId: UserId): Promise<void> {
  if ((await standingOf(bus, gameId, userId)) !== 'lead') throw new RefusedError('not-allowed');
}
