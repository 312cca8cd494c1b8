import { checkStageKey, type HelloFrame } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { callService } from './call-service.js';

/** A stage on another computer has the key from a member's link. */
export async function mayWatch(
  bus: Bus,
  { as, gameId, stageKey }: Pick<HelloFrame, 'as' | 'gameId' | 'stageKey'>,
): Promise<boolean> {
  if (as !== 'stage' || stageKey === undefined) return false;
  return (await callService(bus, checkStageKey, { gameId, stageKey })).fits;
}
