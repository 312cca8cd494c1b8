import { Button } from '@mantine/core';
import { useState, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { signedInOrGuest } from '../../platform/session/sign-in-prompt.js';
import { ago } from '../../shared/ui/relative-time.js';
import styles from './open-games.module.css';
import { t } from './texts.js';
import { type JoinInfo, RefusedError } from '@earworm/contracts';
import { forgetGame, storedGames, type StoredGame } from '../../platform/storage/game-marks.js';
import { publicHttp } from '../../platform/http/http.js';
import { useSession } from '../../platform/session/session.js';

export function OpenGames() {
  const games = useOpenGames();
  const [now] = useState(() => Date.now());
  return games.map((game) => <OpenGameCard key={game.stored.gameId} game={game} now={now} />);
}

function OpenGameCard({ game: { stored, info }, now }: { game: OpenGame; now: number }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const isDesk = stored.as === 'moderator';
  const path = isDesk && info.status === 'setup' ? `/setup/${info.gameId}` : `/game/${info.gameId}`;

  const goBack = async () => {
    setBusy(true);
    const isIn = await signedInOrGuest('sign-in-to-join', path).finally(() => setBusy(false));
    if (isIn) await navigate(path);
  };

  return (
    <section className={styles.game} aria-label={t('gameIsOpen', { code: info.gameCode })}>
      <p className={styles.lead}>{t('stillOpen')}</p>
      <h2 className={styles.title}>
        {t('gameOf', { moderator: info.moderatorName })} <span className={styles.code}>{info.gameCode}</span>
      </h2>
      <p className={styles.facts}>
        {[
          isDesk ? t('youModerate') : t('youPlayAs', { name: stored.name }),
          t('players', { count: info.playerCount }),
          ago(stored.since, now),
        ].join(' · ')}
      </p>
      <Button size="lg" fullWidth loading={busy} onClick={() => void goBack()}>
        {t(isDesk ? 'backToDesk' : 'backToSeat')}
      </Button>
    </section>
  );
}

const AT_MOST = 3;

export interface OpenGame {
  readonly stored: StoredGame;
  readonly info: JoinInfo;
}

/** Null when it cannot be determined now. Forgets games that have ended or whose code was reused. */
async function lookUp(stored: StoredGame): Promise<OpenGame | null> {
  const { gameCode, gameId } = stored;
  try {
    const info = await publicHttp.call('joinInfoByCode', { params: { gameCode } });
    if (info.gameId === gameId && info.status !== 'completed') return { stored, info };
    forgetGame(gameId);
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'game-not-found') forgetGame(gameId);
  }
  return null;
}

function useOpenGames(): readonly OpenGame[] {
  const userId = useSession((session) => session.user?.id ?? null);
  const [found, setFound] = useState<{ userId: string | null; games: readonly OpenGame[] } | null>(null);

  useEffect(() => {
    let stale = false;
    void Promise.all(storedGames(userId).slice(0, AT_MOST).map(lookUp)).then((games) => {
      if (!stale) setFound({ userId, games: games.filter((game) => game !== null) });
    });
    return () => {
      stale = true;
    };
  }, [userId]);

  return found?.userId === userId ? found.games : [];
}
