import { lazy, Suspense, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ErrorCode } from '@earworm/contracts';
import { messageOf } from '../platform/i18n/message.js';
import { isGameId, type Removal, type Role } from '@earworm/rules';
import { afterFirstPaint } from '../platform/after-first-paint.js';
import { forgetModeratorMark, keepModeratorMark, markBanned, moderatorMark } from '../platform/storage/browser-marks.js';
import { forgetAskedIn, hasAskedIn } from '../shared/live/rejoins.js';
import { useSession } from '../platform/session/session.js';
import { useGame } from '../shared/live/use-game.js';
import { DeadEnd } from '../shared/game/dead-end.js';
import { loadAhead } from './load-ahead.js';
import { NameForm } from '../features/buzzer/name-form.js';
import { Removed } from '../features/buzzer/removed.js';
import { SeatDelay } from '../features/buzzer/seat-delay.js';
import { SeatLost } from '../features/buzzer/seat-lost.js';
import { SeatWait } from '../features/buzzer/seat-wait.js';
import { t } from '../shared/game/texts.js';
import { useSeat } from '../features/buzzer/use-seat.js';
import { Waiting } from '../shared/game/waiting.js';

/** A phone fetches no desk, and a desk no buzzer. */
const DeskPage = lazy(async () => ({ default: (await import('../features/desk/desk-page.js')).DeskPage }));
const BuzzerPage = lazy(async () => ({ default: (await import('../features/buzzer/buzzer-page.js')).BuzzerPage }));

/** /game/:gameId: the desk for its moderator, a buzzer for everybody else. */
export function PlayPage() {
  const { gameId = '' } = useParams();
  if (!isGameId(gameId)) return <DeadEnd message={messageOf('invalid-game-id')} isOver />;
  return (
    <Suspense fallback={<Waiting text={t('connecting')} />}>
      <Room key={gameId} gameId={gameId} />
    </Suspense>
  );
}

/** The server decides who moderates; the browser's mark only saves the first guess. */
function Room({ gameId }: { gameId: string }) {
  const [as, setAs] = useState<Role>(() => (moderatorMark(gameId) ? 'moderator' : 'player'));
  const asPlayer = () => {
    forgetModeratorMark(gameId);
    setAs('player');
  };
  const [removed, setRemoved] = useState<{ readonly how: Removal; readonly moderatorName: string } | null>(null);
  // Who wants to come back is seated again by joining, and until then still counts as removed.
  const [returns, setReturns] = useState(() => hasAskedIn(gameId));
  useEffect(() => forgetAskedIn(gameId), [gameId]);
  useEffect(() => void afterFirstPaint(() => void loadAhead(as)), [as]);
  if (removed) {
    const again = () => {
      setReturns(true);
      setRemoved(null);
    };
    return <Removed {...removed} onAgain={again} />;
  }
  if (as === 'moderator') return <ModeratorRoom gameId={gameId} onRefused={asPlayer} />;
  return (
    <PlayerRoom
      gameId={gameId}
      returns={returns}
      onModerator={() => setAs('moderator')}
      onRemoved={(how, moderatorName) => {
        setReturns(false);
        if (how === 'banned') markBanned(gameId);
        setRemoved({ how, moderatorName });
      }}
      onSeated={() => setReturns(false)}
    />
  );
}

const NOT_MODERATOR: readonly ErrorCode[] = ['not-moderator', 'forbidden', 'not-allowed'];

function ModeratorRoom({ gameId, onRefused }: { gameId: string; onRefused(): void }) {
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

  if (refused) return <Waiting text={t('connecting')} />;
  if (connection === 'closed') return <Closed by={closedBy} />;
  if (!view) return <Waiting text={t('connecting')} />;
  return <DeskPage game={game} view={view} />;
}

interface PlayerRoomProps {
  readonly gameId: string;
  /** Was removed and asks for the seat again. */
  readonly returns: boolean;
  onModerator(): void;
  onRemoved(how: Removal, moderatorName: string): void;
  onSeated(): void;
}

function PlayerRoom({ gameId, returns, onModerator, onRemoved, onSeated }: PlayerRoomProps) {
  const game = useGame(gameId, 'player');
  const userId = useSession((session) => session.user?.id);
  const { closedBy, connection, view, seat } = game.state;
  const moderates = view !== null && view.moderatorId === userId;
  useEffect(() => {
    if (moderates) onModerator();
  });
  const removed = view?.status === 'completed' ? null : (seat?.removed ?? null);
  const isOut = removed !== null && (removed === 'banned' || !returns);
  const seating = useSeat(gameId, game, userId ?? '', !moderates && !isOut);
  const isBack = returns && seat?.isActive === true;
  useEffect(() => {
    if (isOut && view) onRemoved(removed, view.moderatorName);
    else if (isBack) onSeated();
  });

  if (connection === 'closed') return <Closed by={closedBy} />;
  if (!view || moderates || isOut || seating.seat.kind === 'connecting') return <Waiting text={t('connecting')} />;
  switch (seating.seat.kind) {
    case 'ended':
      return <DeadEnd message={messageOf('game-ended')} isOver />;
    case 'left':
      return <Waiting text={t('leaving')} />;
    case 'joining':
      if (seating.seat.delay) return <SeatDelay delay={seating.seat.delay} />;
      return <Waiting text={t('joining')} />;
    case 'waits':
      return <SeatWait view={view} name={seating.seat.name} onEnd={seating.withdraw} />;
    case 'lost': {
      const { name } = seating.seat;
      return (
        <SeatLost moderatorName={view.moderatorName} name={name} onAsk={seating.request} onJoin={seating.joinAnew} />
      );
    }
    case 'asks':
      return (
        <NameForm
          gameCode={view.gameCode}
          moderatorName={view.moderatorName}
          name={seating.seat.name}
          refusal={seating.seat.refusal}
          seatedAs={seating.seat.seatedAs}
          onJoin={seating.join}
          onAsk={seating.request}
          onKeep={seating.keepName}
        />
      );
    case 'seated':
      return seat ? <BuzzerPage game={game} view={view} seat={seat} leave={seating.leave} /> : null;
  }
}

/** The server closed for good: what for, and the way on. A session that ended needs a new sign-in, at home. */
function Closed({ by }: { by: ErrorCode | null }) {
  const unknown = by === 'unauthenticated' || by === 'token-expired';
  useEffect(() => {
    if (unknown) void useSession.getState().doubted();
  }, [unknown]);
  const again = unknown || by === null || by === 'busy' || by === 'retry' || by === 'unavailable' || by === 'internal';
  return (
    <DeadEnd
      message={messageOf(by ?? 'unavailable')}
      isOver={by === 'game-not-found' || by === 'game-ended'}
      onAgain={again ? () => location.reload() : undefined}
    />
  );
}
