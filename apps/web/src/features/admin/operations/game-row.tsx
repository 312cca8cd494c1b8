import type { LiveGame } from '@earworm/contracts';
import { memo } from 'react';
import { Link, type To } from 'react-router-dom';
import { useTranslator } from '../../../platform/i18n/texts.js';
import { helpCategory } from '../../../shared/crew/texts.js';
import { ago, agoToTheSecond } from '../../../shared/ui/relative-time.js';
import styles from './operations-page.module.css';
import { actionOf, t } from './texts.js';

interface Props {
  readonly game: LiveGame;
  readonly now: number;
  readonly to: To;
  readonly label: string;
  readonly search?: string;
}

export const GameRow = memo(function GameRow({ game, now, to, label, search }: Props) {
  useTranslator();
  const { gameCode, status, moderatorName, moderatorLeft, players, createdAt, lastAction, lastAt, help } = game;
  return (
    <Link
      className={styles.game}
      data-help={help !== undefined || undefined}
      to={to}
      state={search === undefined ? null : { search }}
    >
      <span className={styles.code}>{gameCode}</span>
      <span className={styles.badge} data-status={status}>
        {t(status)}
      </span>
      <span className={styles.who}>
        {moderatorName}
        <span className={styles.note}>
          {help !== undefined && (
            <b className={styles.help}>
              {t('needsHelp', {
                ago: agoToTheSecond(help.since, now),
                category: helpCategory(help.category),
              })}
              {' · '}
            </b>
          )}
          {t('players', { count: players })}
          {moderatorLeft && status !== 'completed' && ` · ${t('away')}`}
        </span>
      </span>
      <span className={styles.last}>
        {`${actionOf(lastAction)}, ${agoToTheSecond(lastAt, now)}`}
        <span className={styles.note}>{t('age', { ago: ago(createdAt, now) })}</span>
      </span>
      <span className="sr-only">{label}</span>
    </Link>
  );
});
