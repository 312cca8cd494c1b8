import { lazy, useEffect } from 'react';
import type { ErrorCode } from '@earworm/contracts';
import { useSession } from '../../platform/session/session.js';
import { forgetModeratorMark, keepModeratorMark } from '../../platform/storage/game-marks.js';
import { ConnectionClosed, Waiting } from '../../shared/game/game-message.js';
import { t as gameText } from '../../shared/game/texts.js';
import { Connecting } from '../../shared/live/connecting.js';
import { useGame } from '../../shared/live/use-game.js';

/** Loaded lazily, so that phones do not download it. */
const DeskPage = lazy(async () => ({ default: (await import('./desk-page.js')).DeskPage }));

const NOT_MODERATOR: readonly ErrorCode[] = ['not-moderator', 'forbidden', 'not-allowed'];

export function ModeratorGame({ gameId, onRefused }: { gameId: string; onRefused(): void }) {
  const game = useGame(gameId, 'moderator');
  const { closedBy, connection, view } = game.state;
  const refused = connection === 'closed' && closedBy !== null && NOT_MODERATOR.includes(closedBy);
  useEffect(() => {
    if (refused) onRefused();
  });
  const { moderatorName, gameCode } = view ?? {};
  const isOver = view?.status === 'completed';
  useEffect(() => {
    if (isOver) forgetModeratorMark(gameId);
    else if (moderatorName !== undefined)
      keepModeratorMark(gameId, { moderatorName, gameCode, userId: useSession.getState().user?.id });
  }, [gameId, gameCode, moderatorName, isOver]);

  if (connection === 'closed' && !refused) return <ConnectionClosed code={closedBy} />;
  if (refused || !view)
    return (
      <Connecting game={game} audience="host">
        <Waiting text={gameText('connecting')} />
      </Connecting>
    );
  return <DeskPage game={game} view={view} />;
}
