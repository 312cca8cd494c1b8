import { type ClientState, watchOperations } from '@earworm/client';
import { type OperationsFrame, SOCKET_PATH } from '@earworm/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { http } from '../../../platform/http/http.js';
import { getToken } from '../../../platform/session/session.js';
import { afterFrame, type Games, type GameFilter } from './open-games.js';

export interface OperationsNow extends Pick<ClientState, 'connection' | 'closedBy'> {
  readonly frame: OperationsFrame | null;
  readonly games: Games;
  readonly ended: number;
}

const url = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${SOCKET_PATH}`;
const endedIn = ({ games }: OperationsFrame) => games.filter(({ status }) => status === 'completed').length;

export function useOperations(): OperationsNow {
  const [now, set] = useState<OperationsNow>({
    connection: 'connecting',
    closedBy: null,
    frame: null,
    games: new Map(),
    ended: 0,
  });
  useEffect(() => {
    const watching = watchOperations({
      url: url(),
      token: getToken,
      onFrame: (frame) =>
        set((before) => ({
          ...before,
          frame,
          games: afterFrame(before.games, frame),
          ended: before.ended + endedIn(frame),
        })),
      onStatus: (connection, closedBy) => set((before) => ({ ...before, connection, closedBy })),
    });
    const nudge = () => watching.nudge();
    addEventListener('online', nudge);
    return () => {
      removeEventListener('online', nudge);
      watching.close();
    };
  }, []);
  return now;
}

/** @param ended games that ended while the page was open: one more reloads the list */
export const usePastGames = ({ search, page }: Pick<GameFilter, 'search' | 'page'>, ended: number) =>
  useQuery({
    queryKey: ['past-games', search, page, ended],
    queryFn: () => http.call('pastGames', { query: { search, page } }),
    placeholderData: keepPreviousData,
  });
export type PastGames = ReturnType<typeof usePastGames>;
