import { Button } from '@mantine/core';
import type { HistoryEntry } from '@earworm/contracts';
import { ranksOf } from '@earworm/rules';
import { Link } from 'react-router-dom';
import { figure, ordinal } from '../../platform/i18n/numbers.js';
import styles from './history-page.module.css';
import { ago, exactly } from '../../shared/ui/relative-time.js';
import { t } from './texts.js';

interface Props {
  readonly game: HistoryEntry;
  readonly userId: string;
  readonly now: number;
  onOpen(): void;
}

const STANDINGS_SHOWN = 5;

export function GameCard({ game, userId, now, onOpen }: Props) {
  const { gameId, gameCode, status, role, score, rank, playerCount, standings } = game;
  const ranks = ranksOf(standings);
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.who}>
          {role === 'moderator' ? t('youModerated') : t('moderatedBy', { name: game.moderatorName })}
        </h2>
        <span className={styles.status} data-status={status}>
          {t(status)}
        </span>
      </div>
      <p className={styles.facts}>
        <time dateTime={new Date(game.createdAt).toISOString()} title={exactly(game.createdAt)}>
          {ago(game.createdAt, now)}
        </time>
        <span>{t('players', { count: playerCount })}</span>
        <span>{t('code', { code: gameCode })}</span>
      </p>
      {score !== null && (
        <p className={styles.own}>
          <span className={styles.ownLabel}>{t('yourScore')}</span>
          <span className={styles.score}>{figure(score)}</span>
          {rank !== null && (
            <span className={styles.rank}>{t('yourRank', { place: ordinal(rank), count: playerCount })}</span>
          )}
        </p>
      )}
      {standings.length === 0 ? (
        <p className={styles.facts}>{t('noStandings')}</p>
      ) : (
        <ol className={styles.standings} aria-label={t('standings')}>
          {standings.slice(0, STANDINGS_SHOWN).map(({ playerId, name, score: points }, at) => (
            <li key={playerId} data-rank={ranks[at]} data-own={playerId === userId || undefined}>
              <span>{name}</span>
              <b>{figure(points)}</b>
            </li>
          ))}
        </ol>
      )}
      <div className={styles.ways}>
        {status !== 'completed' && (
          <Button
            variant="default"
            component={Link}
            to={status === 'setup' && role === 'moderator' ? `/setup/${gameId}` : `/game/${gameId}`}
          >
            {t('goOn')}
          </Button>
        )}
        {status !== 'setup' && (
          <Button variant="default" onClick={onOpen}>
            {t('result')}
          </Button>
        )}
        {status === 'completed' && role === 'moderator' && (
          <Button variant="default" component={Link} to={`/games/${gameId}/timeline`}>
            {t('timeline')}
          </Button>
        )}
      </div>
    </li>
  );
}
