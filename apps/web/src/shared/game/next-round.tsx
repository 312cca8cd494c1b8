import type { OwnSeat, SentTo } from '@earworm/rules';
import type { ErrorCode } from '@earworm/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../platform/i18n/t.js';
import { textsOf, useTranslator } from '../../platform/i18n/texts.js';
import { useSession } from '../../platform/session/session.js';
import { keepPlayerMark } from '../../platform/storage/game-marks.js';
import { Button } from '../controls/button.js';
import { clients } from '../live/clients.js';
import styles from './next-round.module.css';

/** Here and not among the texts of the game, which every player loads first. */
const t = textsOf('nextRound', {
  goingOn: 'You made it! Taking you to your seat in the next room …',
  failed: 'Your seat in the next room could not be taken. You stay here until it works.',
  byCode: 'Code of the room: {{code}}',
  again: 'Try again',
  thanks: 'Thanks for playing!',
  thanksText: 'Others go on to the next round.',
});

/** Resolves with the seat in the next game once it is this player's, or with why it is not. */
function takeSeat({ gameId }: SentTo, userId: string, signal: AbortSignal): Promise<OwnSeat | ErrorCode> {
  const client = clients.get(gameId, 'player', userId);
  return new Promise((resolve) => {
    let isAsked = false;
    const look = () => {
      const { view, seat, connection, closedBy } = client.state;
      if (connection === 'closed') return end(closedBy ?? 'unavailable');
      if (view === null) return;
      if (seat?.isActive === true) return end(seat);
      if (view.status === 'completed') return end('game-ended');
      if (seat === null || seat.removed !== null) return end('not-a-player');
      if (isAsked) return;
      isAsked = true;
      void client.send({ type: 'rejoinGame' }).then((answer) => {
        if (!answer.ok) end(answer.code);
      });
    };
    const leave = client.subscribe(look);
    const end = (result: OwnSeat | ErrorCode) => {
      leave();
      resolve(result);
    };
    signal.addEventListener('abort', leave);
    look();
  });
}

/**
 * An operator has sent this player to another game. The seat there is taken first, while this page stays connected: where that
 * fails, the player stays here.
 */
export function GoOn({ sentTo }: { sentTo: SentTo }) {
  useTranslator();
  const userId = useSession((session) => session.user?.id ?? '');
  const navigate = useNavigate();
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const { gameId, code } = sentTo;
  const goOn = useCallback(
    ({ name, id }: OwnSeat) => {
      keepPlayerMark(gameId, { name, playerId: id, gameCode: code });
      void navigate(`/game/${gameId}`, { replace: true });
    },
    [gameId, code, navigate],
  );
  useEffect(() => {
    const leaving = new AbortController();
    const release = clients.hold(gameId, 'player', userId);
    void takeSeat({ gameId, code }, userId, leaving.signal).then((taken) => {
      if (leaving.signal.aborted) return;
      if (typeof taken === 'string') setFailure(taken);
      else goOn(taken);
    });
    return () => {
      leaving.abort();
      release();
    };
  }, [gameId, code, userId, tries, goOn]);
  const retry = () => {
    setFailure(null);
    setTries(tries + 1);
  };
  if (failure === null)
    return (
      <div role="status" className={styles.card}>
        <p>{t('goingOn')}</p>
      </div>
    );
  return (
    <div role="alert" className={styles.card}>
      <p>{t('failed')}</p>
      {failure !== 'not-a-player' && <p>{messageOf(failure)}</p>}
      <p>{t('byCode', { code })}</p>
      <Button onClick={retry}>{t('again')}</Button>
    </div>
  );
}

/** Of a game from which others go on. */
export function ThanksForPlaying({ className }: { className: string | undefined }) {
  useTranslator();
  return (
    <p className={className}>
      <b>{t('thanks')}</b> {t('thanksText')}
    </p>
  );
}
