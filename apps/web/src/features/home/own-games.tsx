import { useState, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { signedInOrGuest } from '../../platform/session/sign-in-prompt.js';
import { ago } from '../../shared/ui/relative-time.js';
import styles from './open-games.module.css';
import { t } from './texts.js';
import { type JoinInfo, RefusedError } from '@earworm/contracts';
import { forgetGame, storedGames, type StoredGame } from '../../platform/storage/game-marks.js';
import { http, publicHttp } from '../../platform/http/http.js';
import type { User } from '../../platform/session/tokens.js';
import { useSession } from '../../platform/session/session.js';
import { Button } from '../../shared/controls/button.js';

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
    <section
      className={styles.game}
      aria-label={t(info.status === 'setup' ? 'gameInSetup' : 'gameIsOpen', { code: info.gameCode })}
    >
      <p className={styles.lead}>{t(info.status === 'setup' ? (isDesk ? 'inSetup' : 'beforeStart') : 'stillOpen')}</p>
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

const RECENT_MS = 24 * 3_600_000;

/** Games that an account has made anywhere; those of a guest are known only to the browser that made them. */
async function deskGames(user: User | null): Promise<StoredGame[]> {
  if (user === null || user.isGuest) return [];
  try {
    const { games } = await http.call('history', { query: { list: 'moderated' } });
    return games
      .filter(({ status, createdAt }) => status !== 'completed' && Date.now() - createdAt < RECENT_MS)
      .map(({ gameId, gameCode, moderatorName: name, createdAt: since }) => ({
        ...{ gameId, gameCode, as: 'moderator', name, since },
      }));
  } catch {
    // The games of this browser are shown all the same.
    return [];
  }
}

/** Those of this browser first. */
async function ownGames(user: User | null): Promise<StoredGame[]> {
  const ofBrowser = storedGames(user?.id ?? null).slice(0, AT_MOST);
  const known = new Set(ofBrowser.map(({ gameId }) => gameId));
  const elsewhere = (await deskGames(user)).filter(({ gameId }) => !known.has(gameId));
  return [...ofBrowser, ...elsewhere].slice(0, AT_MOST);
}

function useOpenGames(): readonly OpenGame[] {
  const user = useSession((session) => session.user);
  const userId = user?.id ?? null;
  const [found, setFound] = useState<{ userId: string | null; games: readonly OpenGame[] } | null>(null);

  useEffect(() => {
    let stale = false;
    const lookUpAll = async () => Promise.all((await ownGames(user)).map(lookUp));
    void lookUpAll().then((games) => {
      if (!stale) setFound({ userId, games: games.filter((game) => game !== null) });
    });
    return () => {
      stale = true;
    };
  }, [user, userId]);

  return found?.userId === userId ? found.games : [];
}
