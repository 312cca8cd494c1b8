import { type ClientState, type GameClient, watchOperations } from '@earworm/client';
import { type OperationsFrame, SOCKET_PATH } from '@earworm/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { http } from '../../../platform/http/http.js';
import { getToken } from '../../../platform/session/session.js';
import { afterFrame, type Games, type GameFilter } from './open-games.js';

export interface OperationsNow {
  readonly state: Pick<ClientState, 'connection' | 'closedBy' | 'refusedBy'>;
  readonly frame: OperationsFrame | null;
  readonly games: Games;
  readonly ended: number;
  readonly client: Pick<GameClient, 'nudge'>;
}

const url = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${SOCKET_PATH}`;
const endedIn = ({ games }: OperationsFrame) => games.filter(({ status }) => status === 'completed').length;

export function useOperations(): OperationsNow {
  const [now, set] = useState<Omit<OperationsNow, 'client'>>({
    state: { connection: 'connecting', closedBy: null, refusedBy: null },
    frame: null,
    games: new Map(),
    ended: 0,
  });
  const nudged = useRef(() => undefined as void);
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
      onStatus: (connection, reasons) => set((before) => ({ ...before, state: { connection, ...reasons } })),
    });
    const nudge = () => watching.nudge();
    nudged.current = nudge;
    addEventListener('online', nudge);
    return () => {
      removeEventListener('online', nudge);
      watching.close();
    };
  }, []);
  const [client] = useState(() => ({ nudge: () => nudged.current() }));
  return { ...now, client };
}

/** @param ended games that ended while the page was open: one more reloads the list */
export const usePastGames = ({ search, page }: Pick<GameFilter, 'search' | 'page'>, ended: number) =>
  useQuery({
    queryKey: ['past-games', search, page, ended],
    queryFn: () => http.call('pastGames', { query: { search, page } }),
    placeholderData: keepPreviousData,
  });
export type PastGames = ReturnType<typeof usePastGames>;
