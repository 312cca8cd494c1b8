import { useNavigate } from 'react-router-dom';
import type { RouteReply } from '@earworm/contracts';
import { useSession } from '../../platform/session/session.js';
import { keepModeratorMark } from '../../platform/storage/game-marks.js';

/** Opens a game that was just created, as its moderator. */
export function useOpenSetup() {
  const navigate = useNavigate();
  return async ({ gameId, gameCode }: RouteReply<'createGame'>, moderatorName: string): Promise<void> => {
    keepModeratorMark(gameId, { moderatorName, gameCode, userId: useSession.getState().user?.id });
    await navigate(`/setup/${gameId}`);
  };
}
