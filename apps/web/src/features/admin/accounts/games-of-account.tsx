import { type GameOfUser, GAMES_OF_USER_PAGE } from '@earworm/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState, Failed } from '../../../shared/ui/empty-state.js';
import { Pager } from '../../../shared/ui/pager.js';
import { ago, exactly } from '../../../shared/ui/relative-time.js';
import { Skeletons } from '../../../shared/ui/skeletons.js';
import styles from './accounts.module.css';
import { t } from './texts.js';
import { useGamesOf } from './use-accounts.js';

export function GamesOfAccount({ userId }: { userId: string }) {
  const [page, setPage] = useState(1);
  const query = useGamesOf(userId, page);
  const { games, total = 0 } = query.data ?? {};
  return (
    <section className={styles.card} aria-label={t('games')}>
      <h2 className={styles.heading}>{t('games')}</h2>
      {query.isPending && <Skeletons label={t('gamesLoading')} count={1} height={120} />}
      {query.isError && <Failed title={t('gamesFailed')} hint={t('failedHint')} query={query} />}
      {games && total === 0 && <EmptyState title={t('noGames')} hint={t('noGamesHint')} />}
      {games && total > 0 && (
        <ul className={styles.list} aria-label={t('games')}>
          {games.map((game) => (
            <GameOfAccount key={game.gameId} game={game} now={query.dataUpdatedAt} />
          ))}
        </ul>
      )}
      {total > GAMES_OF_USER_PAGE && (
        <Pager page={page} pages={Math.ceil(total / GAMES_OF_USER_PAGE)} onPage={setPage} />
      )}
    </section>
  );
}

function GameOfAccount({ game, now }: { game: GameOfUser; now: number }) {
  const { gameId, gameCode, status, role, moderatorName, playerCount, createdAt } = game;
  const to = status === 'completed' ? `/admin/operations?game=${gameId}` : `/admin/operations/${gameId}`;
  return (
    <li className={styles.row}>
      <Link className={styles.name} to={to} aria-label={t('openGame', { code: gameCode })}>
        {gameCode}
      </Link>
      <span className={styles.email}>
        {role === 'moderator' ? t('moderated') : `${t('played')} · ${t('moderator', { name: moderatorName })}`}
        {' · '}
        {t('players', { count: playerCount })}
      </span>
      <span className={styles.badges}>
        <span className={styles.badge} data-status={status}>
          {t(status)}
        </span>
      </span>
      <time className={styles.when} dateTime={new Date(createdAt).toISOString()} title={exactly(createdAt)}>
        {ago(createdAt, now)}
      </time>
    </li>
  );
}
