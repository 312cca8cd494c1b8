import type { GameClient } from '@earworm/client';
import type { GameId, UserId } from '@earworm/rules';
import { useState } from 'react';
import { readStored, writeStored } from '../live/stored.js';
import { useGameEvents } from '../live/use-game.js';

export interface Banned {
  readonly id: UserId;
  readonly name: string;
}

const keyOf = (gameId: GameId) => `banned.${gameId}`;

/** Kept per tab, because no view of a game lists banned players. */
export function useBanned(gameId: GameId, client: GameClient): readonly Banned[] {
  const [banned, setBanned] = useState<readonly Banned[]>(() => readStored<Banned[]>(keyOf(gameId)) ?? []);
  useGameEvents(client, (events) => {
    let now = banned;
    for (const event of events) {
      if (event.type !== 'playerBanned' && event.type !== 'playerRemoved') continue;
      const [id, name] = [event['playerId'] as UserId, String(event['name'] ?? '')];
      now = now.filter((one) => one.id !== id);
      // A banned guest's account had no seat and no name.
      if (event.type === 'playerBanned' && name !== '') now = [...now, { id, name }];
    }
    if (now === banned) return;
    setBanned(now);
    writeStored(keyOf(gameId), now);
  });
  return banned;
}
