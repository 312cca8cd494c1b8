import { crewRights, RefusedError, Right } from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';

/** Whether the user is a member of the crew with all rights, as the owner is; `suspended`: one who may not act now. */
export async function standingOf(bus: Bus, gameId: GameId, userId: UserId): Promise<'lead' | 'suspended' | 'none'> {
  const { rights, isSuspended } = await callShard(bus, crewRights, gameId, { gameId, userId });
  if (!Right.options.every((right) => rights.includes(right))) return 'none';
  return isSuspended ? 'suspended' : 'lead';
}

export async function requireLead(bus: Bus, gameId: GameId, userId: UserId): Promise<void> {
  if ((await standingOf(bus, gameId, userId)) !== 'lead') throw new RefusedError('not-allowed');
}

/** The links of a user who may no longer invite others are not valid, and those of a suspended one not for now. */
export async function requireValidMaker(bus: Bus, gameId: GameId, maker: UserId): Promise<void> {
  const standing = await standingOf(bus, gameId, maker);
  if (standing !== 'lead') throw new RefusedError(standing === 'none' ? 'crew-link-revoked' : 'crew-link-suspended');
}
