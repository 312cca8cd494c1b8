import { lazy, useEffect } from 'react';
import type { ErrorCode } from '@earworm/contracts';
import { useSession } from '../../platform/session/session.js';
import { forgetModeratorMark, keepModeratorMark } from '../../platform/storage/game-marks.js';
import { ConnectionClosed, Waiting } from '../../shared/game/game-message.js';
import { t as gameText } from '../../shared/game/texts.js';
import { Connecting } from '../../shared/live/connecting.js';
import { withKit } from '../../platform/theme/with-kit.js';
import { useGame } from '../../shared/live/use-game.js';
import { lazyScreen } from '../../shared/ui/lazy-part.js';

/** Loaded lazily, so that phones do not download it. */
const DeskPage = lazy(() => withKit(async () => (await import('./desk-page.js')).DeskPage));

const JustConnecting = () => <Waiting text={gameText('connecting')} />;

const DeskLost = lazyScreen(async () => (await import('../../shared/crew/desk-lost.js')).DeskLost, <JustConnecting />);

const NOT_MODERATOR: readonly ErrorCode[] = ['not-moderator', 'forbidden', 'not-allowed'];

export function ModeratorGame({ gameId, onRefused }: { gameId: string; onRefused(): void }) {
  const game = useGame(gameId, 'moderator');
  const { closedBy, connection, view } = game.state;
  const refused = connection === 'closed' && closedBy !== null && NOT_MODERATOR.includes(closedBy);
  // The view of before stays: a desk that was open has been lost.
  const isLost = refused && view !== null;
  useEffect(() => {
    if (isLost) forgetModeratorMark(gameId);
    else if (refused) onRefused();
  });
  const { moderatorName, gameCode } = view ?? {};
  const isOver = view?.status === 'completed';
  useEffect(() => {
    if (isOver) forgetModeratorMark(gameId);
    else if (moderatorName !== undefined && !isLost)
      keepModeratorMark(gameId, { moderatorName, gameCode, userId: useSession.getState().user?.id });
  }, [gameId, gameCode, moderatorName, isOver, isLost]);

  if (isLost) return <DeskLost view={view} />;
  if (connection === 'closed' && !refused) return <ConnectionClosed code={closedBy} />;
  if (refused || !view)
    return (
      <Connecting game={game} audience="host">
        <Waiting text={gameText('connecting')} />
      </Connecting>
    );
  return <DeskPage game={game} view={view} />;
}
