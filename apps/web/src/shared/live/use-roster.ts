import { useEffect, useState } from 'react';
import type { RouteReply } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';

export type Person = RouteReply<'roster'>['players'][number];
const PAGE = 200;

async function allPlayers(gameId: GameId): Promise<Person[]> {
  const found: Person[] = [];
  for (;;) {
    const query = { limit: PAGE, afterSeat: found.at(-1)?.seat ?? 0 };
    const { players } = await http.call('roster', { params: { gameId }, query });
    found.push(...players);
    if (players.length < PAGE) return found;
  }
}

/** All players, also below the leaders. They are read again when `changes` is another number, or by `again`. */
export function useRoster(gameId: GameId, changes = 0) {
  const [people, setPeople] = useState<readonly Person[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isStale = false;
    allPlayers(gameId).then(
      (players) => {
        if (isStale) return;
        setPeople(players);
        setFailure(null);
      },
      (error: unknown) => !isStale && setFailure(errorText(error)),
    );
    return () => void (isStale = true);
  }, [gameId, changes, attempt]);
  const again = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  return { people, failure, again };
}
