import { afterFrame, type ClientState, type EventNow, type GameClient, NOTHING, watchShow } from '@earworm/client';
import { type ShowFigures, type ShowFrame, type ShowId, SOCKET_PATH, type StaffRole } from '@earworm/contracts';
import { useEffect, useRef, useState } from 'react';
import { getToken } from '../../platform/session/session.js';

interface Received extends EventNow {
  readonly state: Pick<ClientState, 'connection' | 'closedBy' | 'refusedBy'>;
  /** Null before the first frame. */
  readonly role: StaffRole | null;
  /** False: the server does not know what has become of the rooms. */
  readonly isKnown: boolean;
  /** Null before they have come. */
  readonly figures: ShowFigures | null;
  /** When the last frame came, by the clock of the server. */
  readonly at: number;
  /** What to add to the clock of this device, which may be wrong by minutes. */
  readonly clockOffsetMs: number;
}
export interface ControlRoom extends Received {
  readonly client: Pick<GameClient, 'nudge'>;
}

const url = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${SOCKET_PATH}`;

const after = (before: Received, frame: ShowFrame): Received => ({
  ...before,
  ...afterFrame(before, frame),
  role: frame.role,
  isKnown: frame.known,
  figures: frame.figures ?? before.figures,
  at: frame.now,
  clockOffsetMs: frame.now - Date.now(),
});

export function useControlRoom(showId: string): ControlRoom {
  const [now, set] = useState<Received>({
    ...NOTHING,
    ...{ state: { connection: 'connecting', closedBy: null, refusedBy: null }, role: null },
    ...{ isKnown: false, figures: null, at: 0, clockOffsetMs: 0 },
  });
  const nudged = useRef(() => undefined as void);
  useEffect(() => {
    const watching = watchShow({
      url: url(),
      showId: showId as ShowId,
      token: getToken,
      onFrame: (frame) => set((before) => after(before, frame)),
      onStatus: (connection, reasons) => set((before) => ({ ...before, state: { connection, ...reasons } })),
    });
    const nudge = () => watching.nudge();
    nudged.current = nudge;
    addEventListener('online', nudge);
    return () => {
      removeEventListener('online', nudge);
      watching.close();
    };
  }, [showId]);
  const [client] = useState(() => ({ nudge: () => nudged.current() }));
  return { ...now, client };
}
