import type { OwnSeat, SentTo } from '@earworm/rules';
import type { ErrorCode } from '@earworm/contracts';
import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { messageOf, t as shared } from '../../platform/i18n/t.js';
import { textsOf, useTranslator } from '../../platform/i18n/texts.js';
import { useSession } from '../../platform/session/session.js';
import { keepPlayerMark } from '../../platform/storage/game-marks.js';
import { Button } from '../controls/button.js';
import { clients } from '../live/clients.js';
import styles from './next-round.module.css';

/** Here and not among the texts of the game, which every player loads first. */
const t = textsOf('nextRound', {
  following: 'You made it! Taking you to your seat in the next room …',
  waits: 'Your seat in the next room could not be taken yet. Trying again by itself …',
  failed: 'Your seat in the next room could not be taken.',
  byCode: 'Code of the room: {{code}}',
  open: 'Open the next room',
  again: 'Try again',
  thanks: 'Thanks for playing!',
  thanksText: 'Others go on to the next round.',
});

/** A seat that is not taken by then is reported as unavailable: the connection to the next game may take for ever. */
const WITHIN_MS = 15_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 40_000;

/** Refusals after which the same attempt may succeed. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['retry', 'busy', 'unavailable', 'internal', 'limit-requests']);

/** Spread, as many players are sent at once. */
const retryIn = (tries: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries) * (0.75 + Math.random() / 4);

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
    const timer = setTimeout(() => end('unavailable'), WITHIN_MS);
    const stop = () => {
      clearTimeout(timer);
      leave();
    };
    const end = (result: OwnSeat | ErrorCode) => {
      stop();
      resolve(result);
    };
    signal.addEventListener('abort', stop);
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
  const [isClosed, setClosed] = useState(false);
  const { gameId, code } = sentTo;
  const follow = useCallback(
    ({ name, id, unreviewed }: OwnSeat) => {
      // While a name waits for a review, the seat has a stand-in.
      if (!unreviewed) keepPlayerMark(gameId, { name, playerId: id, gameCode: code });
      void navigate(`/game/${gameId}`, { replace: true });
    },
    [gameId, code, navigate],
  );
  useEffect(() => {
    if (isClosed) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = clients.hold(gameId, 'player', userId);
    void takeSeat({ gameId, code }, userId, leaving.signal).then((taken) => {
      if (leaving.signal.aborted) return;
      if (typeof taken !== 'string') return follow(taken);
      setFailure(taken);
      if (PASSING.has(taken)) timer = setTimeout(() => setTries(tries + 1), retryIn(tries));
    });
    return () => {
      leaving.abort();
      clearTimeout(timer);
      release();
    };
  }, [gameId, code, userId, tries, isClosed, follow]);
  const retry = () => {
    setFailure(null);
    setTries(tries + 1);
  };
  if (isClosed) return null;
  if (failure === null)
    return (
      <div role="status" className={styles.card}>
        <p>{t('following')}</p>
      </div>
    );
  const isPassing = PASSING.has(failure);
  return (
    <div role="alert" className={styles.card}>
      <p>{t(isPassing ? 'waits' : 'failed')}</p>
      {!isPassing && failure !== 'not-a-player' && <p>{messageOf(failure)}</p>}
      <p>{t('byCode', { code })}</p>
      <div className={styles.ways}>
        {!isPassing && (
          <Button size="sm" onClick={retry}>
            {t('again')}
          </Button>
        )}
        <Button component={Link} to={`/game/${gameId}`} size="sm" variant="default">
          {t('open')}
        </Button>
        <Button size="sm" variant="default" onClick={() => setClosed(true)}>
          {shared('close')}
        </Button>
      </div>
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
