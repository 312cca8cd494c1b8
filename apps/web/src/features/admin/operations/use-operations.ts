import { watchOperations } from '@earworm/client';
import { type OperationsFrame, SOCKET_PATH } from '@earworm/contracts';
import { useEffect, useState } from 'react';
import { getToken } from '../../../platform/session/session.js';
import { afterFrame, type Games } from './open-games.js';

type Status = Parameters<Parameters<typeof watchOperations>[0]['onStatus']>[0];

export interface OperationsNow {
  readonly status: Status;
  /** The newest frame; null before the first. */
  readonly frame: OperationsFrame | null;
  readonly games: Games;
  /** Games that ended since the page was opened. */
  readonly ended: number;
}

const url = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${SOCKET_PATH}`;
const endedIn = ({ games }: OperationsFrame) => games.filter(({ status }) => status === 'completed').length;

/** How all services are, drawn again once a second while the page is open. */
export function useOperations(): OperationsNow {
  const [now, set] = useState<OperationsNow>({ status: 'connecting', frame: null, games: new Map(), ended: 0 });
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
      onStatus: (status) => set((before) => ({ ...before, status })),
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
