import { useEffect } from 'react';
import type { DeskId } from '@earworm/rules';
import type { LiveGame } from '../../live/use-game.js';
import { deskIdOfTab } from '../../live/desk-id.js';

/** This page takes the music over. */
export function useMusicDesk({ state, send }: LiveGame): DeskId {
  const deskId = deskIdOfTab();
  const { view, connection } = state;
  const from = view?.musicDesk ?? null;
  const wanted = view !== null && view.status !== 'completed' && connection === 'online';
  useEffect(() => {
    if (wanted) void send({ type: 'takeMusic', deskId, from });
    // Once: a desk that another one took the music from leaves it there.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted, deskId, send]);
  return deskId;
}
