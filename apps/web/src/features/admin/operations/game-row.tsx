import type { LiveGame } from '@earworm/contracts';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { useTranslator } from '../../../i18n/texts.js';
import { ago } from '../../../ui/relative-time.js';
import styles from './operations-page.module.css';
import { actionOf, t } from './texts.js';

const MINUTE_MS = 60_000;

/** Within the last minute in seconds: that is what is watched. */
const since = (at: number, now: number) =>
  now - at < MINUTE_MS ? t('seconds', { n: Math.max(0, Math.round((now - at) / 1000)) }) : ago(at, now);

/** One open game, to be opened with a click. Drawn again by a push, not by scrolling. */
export const GameRow = memo(function GameRow({ game, now }: { game: LiveGame; now: number }) {
  useTranslator();
  const { gameId, gameCode, status, moderatorName, moderatorLeft, players, createdAt, lastAction, lastAt } = game;
  return (
    <Link className={styles.game} to={`/admin/operations/${gameId}`} aria-label={t('open', { code: gameCode })}>
      <span className={styles.code}>{gameCode}</span>
      <span className={styles.badge} data-status={status}>
        {t(status)}
      </span>
      <span className={styles.who}>
        {moderatorName}
        <span className={styles.note}>
          {t('players', { count: players })}
          {moderatorLeft && ` · ${t('away')}`}
        </span>
      </span>
      <span className={styles.last}>
        {`${actionOf(lastAction)}, ${since(lastAt, now)}`}
        <span className={styles.note}>{t('age', { ago: ago(createdAt, now) })}</span>
      </span>
    </Link>
  );
});
