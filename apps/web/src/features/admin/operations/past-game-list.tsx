import { type LiveGame, PAST_GAMES_LIMITS } from '@earworm/contracts';
import { useLocation } from 'react-router-dom';
import { EmptyState, Failed } from '../../../shared/ui/empty-state.js';
import { Pager } from '../../../shared/ui/pager.js';
import { GameRow } from './game-row.js';
import { Skeletons } from '../../../shared/ui/skeletons.js';
import styles from './operations-page.module.css';
import { t } from './texts.js';
import type { PastGames } from './use-operations.js';

interface Props {
  readonly past: PastGames;
  readonly page: number;
  /** Server time, ms. */
  readonly now: number;
  onPage(page: number): void;
}

export function PastGameList({ past, page, now, onPage }: Props) {
  const { data, isError } = past;
  const { search } = useLocation();
  if (isError) {
    return <Failed title={t('pastFailed')} hint={t('pastFailedHint')} query={past} />;
  }
  if (data === undefined) return <Skeletons label={t('loadingPast')} count={1} height={320} radius="lg" />;
  if (data.total === 0) return <EmptyState title={t('noMatch')} hint={t('noMatchHint')} />;
  const pages = Math.ceil(data.total / PAST_GAMES_LIMITS.pageSize);
  const resultsOf = (gameId: string) => {
    const params = new URLSearchParams(search);
    params.set('game', gameId);
    return { search: `?${params}` };
  };
  const wayTo = ({ gameId, gameCode, status }: LiveGame) =>
    status === 'completed'
      ? { to: resultsOf(gameId), label: t('openResults', { code: gameCode }) }
      : { to: `/admin/operations/${gameId}`, label: t('open', { code: gameCode }), search };
  return (
    <>
      <ul className={styles.past} aria-label={t('completed')}>
        {data.games.map((game) => (
          <li key={game.gameId} className={styles.pastItem}>
            <GameRow game={game} now={now} {...wayTo(game)} />
          </li>
        ))}
      </ul>
      {pages > 1 && <Pager page={page} pages={pages} onPage={onPage} />}
    </>
  );
}
