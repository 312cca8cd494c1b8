import type { RoomResult } from '@earworm/contracts';

/** `unread`: its history is not written yet. `early`: it ended with questions left. */
export type Outcome = 'none' | 'unread' | 'nobody' | 'notStarted' | 'playing' | 'early' | 'complete';

export function outcomeOf({ gameId, result }: Pick<RoomResult, 'gameId' | 'result'>): Outcome {
  if (gameId === null) return 'none';
  if (result === null) return 'unread';
  const { status, playerCount, unplayed = 0 } = result;
  if (playerCount === 0) return 'nobody';
  if (status === 'setup') return 'notStarted';
  if (status === 'playing') return 'playing';
  return unplayed > 0 ? 'early' : 'complete';
}
