import { type Leader, ranksOf } from '@earworm/rules';
import { t } from '../../platform/i18n/t.js';
import { figure } from '../../platform/i18n/numbers.js';
import { AccessibleText } from './screen-reader.js';
import styles from './scoreboard.module.css';

interface Props {
  readonly leaders: readonly Leader[];
  readonly ownId?: string | undefined;
  readonly nowId?: string | undefined;
  /** Ids of connected players; absent: only those who left are marked. */
  readonly online?: readonly string[] | undefined;
  readonly rows?: number;
  /** What stands before the name. */
  readonly mark?: ((leader: Leader) => React.ReactNode) | undefined;
  readonly className?: string | undefined;
  readonly actions?: ((leader: Leader) => React.ReactNode) | undefined;
}

export function Scoreboard({ leaders, ownId, nowId, online, rows = leaders.length, mark, className, actions }: Props) {
  if (leaders.length === 0) return <p className={styles.empty}>{t('noPlayers')}</p>;
  const ranks = ranksOf(leaders);
  const best = Math.max(1, ...leaders.map((leader) => leader.score));
  return (
    <ol className={[styles.board, className].filter(Boolean).join(' ')}>
      {leaders.slice(0, rows).map((leader, index) => {
        const offline = leader.isActive && online !== undefined && !online.includes(leader.id);
        return (
          <li
            key={leader.id}
            data-rank={ranks[index]}
            data-own={leader.id === ownId || undefined}
            data-now={leader.id === nowId || undefined}
            data-away={!leader.isActive || offline || undefined}
          >
            <div className={styles.line}>
              <span className={styles.rank}>
                <AccessibleText text={`${t('rank')} ${ranks[index]}`}>{ranks[index]}</AccessibleText>
              </span>
              {mark?.(leader)}
              <span className={styles.player}>
                <span className={styles.name} dir="auto">
                  {leader.name}
                </span>
                {leader.id === ownId && <span className={styles.note}>{t('you')}</span>}
                {!leader.isActive && <span className={styles.note}>{t('leftGame')}</span>}
                {offline && <span className={styles.note}>{t('offline')}</span>}
              </span>
              <span className={styles.score}>
                <AccessibleText text={t('points', { count: leader.score, score: figure(leader.score) })}>
                  {figure(leader.score)}
                </AccessibleText>
              </span>
              {actions?.(leader)}
            </div>
            <div className={styles.meter} aria-hidden>
              <i style={{ width: `${Math.max(2, (leader.score / best) * 100)}%` }} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}
