import { type JoinInfo, RefusedError } from '@earworm/contracts';
import { useEffect, useState } from 'react';
import { forgetGame, keptGames, type KeptGame } from '../../platform/storage/browser-marks.js';
import { publicHttp } from '../../platform/http/http.js';
import { useSession } from '../../platform/session/session.js';

/** More would crowd out the forms. */
const AT_MOST = 3;

export interface OpenGame {
  readonly kept: KeptGame;
  readonly info: JoinInfo;
}

/** Null when it cannot be told now. A game that is over, or whose code belongs to another one by now, is forgotten. */
async function lookUp(kept: KeptGame): Promise<OpenGame | null> {
  const { gameCode, gameId } = kept;
  try {
    const info = await publicHttp.call('joinInfoByCode', { params: { gameCode } });
    if (info.gameId === gameId && info.status !== 'completed') return { kept, info };
    forgetGame(gameId);
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'game-not-found') forgetGame(gameId);
  }
  return null;
}

/** The games that this browser has a desk or a seat in and that are not over, last played first. */
export function useOpenGames(): readonly OpenGame[] {
  const userId = useSession((session) => session.user?.id ?? null);
  const [found, setFound] = useState<{ userId: string | null; games: readonly OpenGame[] } | null>(null);

  useEffect(() => {
    let stale = false;
    void Promise.all(keptGames(userId).slice(0, AT_MOST).map(lookUp)).then((games) => {
      if (!stale) setFound({ userId, games: games.filter((game) => game !== null) });
    });
    return () => {
      stale = true;
    };
  }, [userId]);

  return found?.userId === userId ? found.games : [];
}
