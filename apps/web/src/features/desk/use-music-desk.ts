import { useEffect, useState } from 'react';
import type { GameView } from '@earworm/rules';
import { deskIdOfTab } from '../../shared/live/desk-id.js';
import type { LiveGame } from '../../shared/live/use-game.js';

export interface MusicDesk {
  /** `elsewhere`: another desk plays it. `lost`: that desk is disconnected. */
  readonly music: 'here' | 'elsewhere' | 'lost';
  take(): void;
}

/** The first desk plays the music until another one takes over. `mayJudge`: one that may not plays none. */
export function useMusicDesk({ state, send }: LiveGame, view: GameView, mayJudge: boolean): MusicDesk {
  const deskId = deskIdOfTab();
  const { musicDesk, status } = view;
  const [wasRemote, setWasRemote] = useState(false);
  const isRemote = musicDesk === null ? wasRemote : musicDesk !== deskId;
  if (isRemote !== wasRemote) setWasRemote(isRemote);

  const takesFree =
    mayJudge && musicDesk === null && !isRemote && status !== 'completed' && state.connection === 'online';
  useEffect(() => {
    if (takesFree) void send({ type: 'takeMusic', deskId, from: null });
  }, [takesFree, deskId, send]);

  return {
    music: isRemote || !mayJudge ? (musicDesk === null ? 'lost' : 'elsewhere') : 'here',
    take() {
      if (isRemote) void send({ type: 'takeMusic', deskId, from: musicDesk });
    },
  };
}
