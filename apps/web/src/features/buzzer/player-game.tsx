import { type ReactNode, useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { hasDesk, type Removal, type UserId } from '@earworm/rules';
import { messageOf } from '../../platform/i18n/t.js';
import { useSession } from '../../platform/session/session.js';
import { ConnectionClosed, UnavailableGame, Waiting } from '../../shared/game/game-message.js';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';
import { Connecting, LostConnection } from '../../shared/live/connecting.js';
import { useGame } from '../../shared/live/use-game.js';
import { lazyPart } from '../../shared/ui/lazy-part.js';
import { BuzzerPage } from './buzzer-page.js';
import { DeskOffered, LeavingOffline, NameForm, SeatDelay, SeatLost, SeatRequestPending } from './lazy-seat-screens.js';
import { useSeat } from './use-seat.js';

/** Few games lead on to a next round. */
const GoOn = lazyPart(async () => (await import('../../shared/game/next-round.js')).GoOn);

interface PlayerGameProps {
  readonly gameId: string;
  /** Was removed and requests the seat again. */
  readonly returns: boolean;
  onModerator(): void;
  onRemoved(how: Removal, moderatorName: string): void;
  onSeated(): void;
}

/** The page, and over it the way to the game in which this player goes on. */
export function PlayerGame(props: PlayerGameProps) {
  const { view, seat } = useGame(props.gameId, 'player').state;
  // Who has gone on looks at the results here.
  const goesOn = seat?.removed === null && (seat.isActive || view?.status !== 'completed');
  return (
    <>
      {goesOn && seat.sentTo && <GoOn key={seat.sentTo.gameId} sentTo={seat.sentTo} />}
      <GameHere {...props} />
    </>
  );
}

function GameHere({ gameId, returns, onModerator, onRemoved, onSeated }: PlayerGameProps) {
  const game = useGame(gameId, 'player');
  const userId = useSession((session) => session.user?.id);
  const { closedBy, connection, view, seat: ownSeat } = game.state;
  const moderates = view !== null && hasDesk(view, (userId ?? null) as UserId | null);
  // A desk that comes while this page is open is offered: nobody is moved from one page to another.
  const [wasPlayer, setWasPlayer] = useState(false);
  if (view !== null && !moderates && !wasPlayer) setWasPlayer(true);
  const opensDesk = moderates && !wasPlayer;
  useEffect(() => {
    if (opensDesk) onModerator();
  });
  const removed = view?.status === 'completed' ? null : (ownSeat?.removed ?? null);
  const isOut = removed !== null && (removed === 'banned' || !returns);
  const seating = useSeat(gameId, game, userId ?? '', !moderates && !isOut);
  const isBack = returns && ownSeat?.isActive === true;
  useEffect(() => {
    if (isOut && view) onRemoved(removed, view.moderatorName);
    else if (isBack) onSeated();
  });

  const { seat } = seating;
  if (connection === 'closed') return <ConnectionClosed code={closedBy} />;
  const isBusy = game.state.pending.some((command) => command.isBusy);
  const waiting = (text: string) => (
    <Connecting game={game} audience="player">
      <Waiting text={text} isBusy={isBusy} />
    </Connecting>
  );
  if (moderates && wasPlayer) return <DeskOffered onOpen={onModerator} />;
  if (!view || moderates || isOut || seat.kind === 'connecting') return waiting(gameText('connecting'));
  const { gameCode, moderatorName } = view;
  const withConnection = (screen: ReactNode) => (
    <>
      <LostConnection game={game} audience="player" />
      {screen}
    </>
  );
  switch (seat.kind) {
    case 'ended':
      return <UnavailableGame message={messageOf('game-ended')} isOver />;
    case 'leaving':
      return connection === 'online' ? waiting(t('leaving')) : <LeavingOffline />;
    case 'left':
      return <Navigate to="/" />;
    case 'joining':
      return seat.delay ? withConnection(<SeatDelay delay={seat.delay} />) : waiting(t('joining'));
    case 'waits':
      return withConnection(<SeatRequestPending view={view} name={seat.name} onWithdraw={seating.withdraw} />);
    case 'lost':
      return withConnection(
        <SeatLost
          moderatorName={moderatorName}
          name={seat.name}
          onRequest={seating.request}
          onJoin={seating.joinUnderNewName}
        />,
      );
    case 'asks':
      return withConnection(
        <NameForm
          gameCode={gameCode}
          moderatorName={moderatorName}
          name={seat.name}
          refusal={seat.refusal}
          seatedAs={seat.seatedAs}
          wasRemoved={removed !== null}
          onJoin={seating.join}
          onAsk={seating.request}
          onKeep={seating.keepName}
        />,
      );
    case 'seated':
      return ownSeat ? <BuzzerPage game={game} view={view} seat={ownSeat} leave={seating.leave} /> : null;
  }
}
