import { Button } from '@mantine/core';
import type { HistoryList } from '@earworm/contracts';
import { Link } from 'react-router-dom';
import { EmptyState, Failed } from '../../shared/ui/empty-state.js';
import { GameCard } from './game-card.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import styles from './history-page.module.css';
import { t } from './texts.js';
import { useQuery } from '@tanstack/react-query';
import { http } from '../../platform/http/http.js';

interface Props {
  readonly userId: string;
  readonly list: HistoryList;
  readonly now: number;
  onOpen(gameId: string): void;
}

export function GameList({ userId, list, now, onOpen }: Props) {
  const query = useQuery({
    queryKey: ['history', userId, list],
    queryFn: async () => (await http.call('history', { query: { list } })).games,
  });
  const games = query.data;
  if (query.isPending) {
    return <Skeletons label={t('loading')} count={3} height={150} radius="lg" className={styles.list} />;
  }
  // A list that cannot be read again stays.
  if (games === undefined) return <Failed title={t('failed')} hint={t('failedHint')} query={query} />;
  if (games.length === 0) {
    return (
      <EmptyState
        title={t(list === 'own' ? 'empty' : 'emptyModerated')}
        hint={t(list === 'own' ? 'emptyHint' : 'emptyModeratedHint')}
        action={
          <Button component={Link} to={list === 'own' ? '/' : '/?create'}>
            {t(list === 'own' ? 'toHome' : 'toCreate')}
          </Button>
        }
      />
    );
  }
  return (
    <ul className={styles.list}>
      {games.map((game) => (
        <GameCard key={game.gameId} game={game} userId={userId} now={now} onOpen={() => onOpen(game.gameId)} />
      ))}
    </ul>
  );
}
