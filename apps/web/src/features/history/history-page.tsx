import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../app/session.js';
import { EmptyState } from '../../ui/empty-state.js';
import { PageTitle } from '../../ui/page-title.js';
import { GameCard } from './game-card.js';
import styles from './history-page.module.css';
import { t } from './texts.js';
import { useHistory } from './use-history.js';

export function HistoryPage() {
  const userId = useSession((session) => session.user?.id ?? '');
  const { games, loading } = useHistory(userId);
  const [now] = useState(Date.now);
  return (
    <div className={styles.page}>
      <PageTitle text={t('title')} />
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      {loading && (
        <div className={styles.list} role="status" aria-label={t('loading')}>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={150} radius="lg" />
          ))}
        </div>
      )}
      {!loading && games.length === 0 && (
        <EmptyState
          title={t('empty')}
          hint={t('emptyHint')}
          action={
            <Button component={Link} to="/">
              {t('toHome')}
            </Button>
          }
        />
      )}
      {games.length > 0 && (
        <ul className={styles.list}>
          {games.map((game) => (
            <GameCard key={game.gameId} game={game} userId={userId} now={now} />
          ))}
        </ul>
      )}
    </div>
  );
}
