import { Suspense, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { addMessages, ERRORS } from '@earworm/contracts';
import { isGameId, type Removal, type Role } from '@earworm/rules';
import { Removed } from '../features/buzzer/lazy-seat-screens.js';
import { PlayerGame } from '../features/buzzer/player-game.js';
import { ModeratorGame } from '../features/desk/moderator-game.js';
import { afterFirstPaint } from '../platform/after-first-paint.js';
import { messageOf } from '../platform/i18n/t.js';
import {
  forgetModeratorMark,
  markBanned,
  moderatorMark,
  forgetJoinRequest,
  hasJoinRequest,
} from '../platform/storage/game-marks.js';
import { UnavailableGame, Waiting } from '../shared/game/game-message.js';
import { t } from '../shared/game/texts.js';
import { loadConfetti } from '../shared/ui/use-confetti.js';

// What is loaded first is built without most messages.
addMessages(ERRORS);

export function GamePage() {
  const { gameId = '' } = useParams();
  if (!isGameId(gameId)) return <UnavailableGame message={messageOf('invalid-game-id')} isOver />;
  return (
    <Suspense fallback={<Waiting text={t('connecting')} />}>
      <Game key={gameId} gameId={gameId} />
    </Suspense>
  );
}

/**
 * Fetches chunks that are shown later. A release during the game removes these files from the server. What fails is
 * requested again when it is needed.
 */
async function prefetch(role: Role): Promise<void> {
  const chunks: Promise<unknown>[] = [import('../platform/notifications/messages.js'), loadConfetti()];
  if (role === 'moderator')
    chunks.push(
      import('../shared/templates/save-as-template-dialog.js'),
      import('../shared/game/play-again-dialog.js'),
    );
  await Promise.allSettled(chunks);
}

/** The server decides who moderates; the browser's mark only decides which role is tried first. */
function Game({ gameId }: { gameId: string }) {
  const [role, setRole] = useState<Role>(() => (moderatorMark(gameId) ? 'moderator' : 'player'));
  const [removed, setRemoved] = useState<{ readonly how: Removal; readonly moderatorName: string } | null>(null);
  // A removed player who returns counts as removed until the join is accepted.
  const [returns, setReturns] = useState(() => hasJoinRequest(gameId));
  useEffect(() => forgetJoinRequest(gameId), [gameId]);
  useEffect(() => void afterFirstPaint(() => void prefetch(role)), [role]);

  const rejoin = () => {
    setReturns(true);
    setRemoved(null);
  };
  if (removed) return <Removed {...removed} onRejoin={rejoin} />;
  if (role === 'moderator') {
    const becomePlayer = () => {
      forgetModeratorMark(gameId);
      setRole('player');
    };
    return <ModeratorGame gameId={gameId} onRefused={becomePlayer} />;
  }
  return (
    <PlayerGame
      gameId={gameId}
      returns={returns}
      onModerator={() => setRole('moderator')}
      onRemoved={(how, moderatorName) => {
        setReturns(false);
        if (how === 'banned') markBanned(gameId);
        setRemoved({ how, moderatorName });
      }}
      onSeated={() => setReturns(false)}
    />
  );
}
