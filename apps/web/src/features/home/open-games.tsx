import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signedInOrGuest } from '../../platform/session/sign-in-prompt.js';
import { ago } from '../../shared/ui/relative-time.js';
import styles from './open-games.module.css';
import { t } from './texts.js';
import { type OpenGame, useOpenGames } from './use-open-games.js';

/** The way back to desks and seats of this browser, without a code. */
export function OpenGames() {
  const games = useOpenGames();
  const [now] = useState(() => Date.now());
  return games.map((game) => <OpenGameCard key={game.kept.gameId} game={game} now={now} />);
}

function OpenGameCard({ game: { kept, info }, now }: { game: OpenGame; now: number }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const isDesk = kept.as === 'moderator';
  const path = isDesk && info.status === 'setup' ? `/setup/${info.gameId}` : `/game/${info.gameId}`;

  const goBack = async () => {
    setBusy(true);
    const isIn = await signedInOrGuest('sign-in-to-join', path).finally(() => setBusy(false));
    if (isIn) await navigate(path);
  };

  return (
    <section className={styles.game} aria-label={t('gameIsOpen', { code: info.gameCode })}>
      <p className={styles.said}>{t('stillOpen')}</p>
      <h2 className={styles.title}>
        {t('gameOf', { moderator: info.moderatorName })} <span className={styles.code}>{info.gameCode}</span>
      </h2>
      <p className={styles.facts}>
        {[
          isDesk ? t('youModerate') : t('youPlayAs', { name: kept.name }),
          t('players', { count: info.playerCount }),
          ago(kept.since, now),
        ].join(' · ')}
      </p>
      <Button size="lg" fullWidth loading={busy} onClick={() => void goBack()}>
        {t(isDesk ? 'backToDesk' : 'backToSeat')}
      </Button>
    </section>
  );
}
