import { type Leader, ranksOf } from '@earworm/rules';
import { t } from '../../platform/i18n/t.js';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './scoreboard.module.css';

interface Props {
  /** Best first. */
  readonly leaders: readonly Leader[];
  /** Marked as "you". */
  readonly ownId?: string | undefined;
  /** In the light now: first in line, or just judged right. */
  readonly nowId?: string | undefined;
  /** Ids of those connected; without it nobody is shown as away but those who left. */
  readonly online?: readonly string[] | undefined;
  readonly shown?: number;
  readonly className?: string | undefined;
  /** What can be done about a player, at the end of the row. */
  readonly actions?: ((leader: Leader) => React.ReactNode) | undefined;
}

/** Rank, name, score and a meter against the best. Text size comes from the place it stands in. */
export function Scoreboard({ leaders, ownId, nowId, online, shown = leaders.length, className, actions }: Props) {
  if (leaders.length === 0) return <p className={styles.empty}>{t('noPlayers')}</p>;
  const ranks = ranksOf(leaders);
  const best = Math.max(1, ...leaders.map((leader) => leader.score));
  return (
    <ol className={[styles.board, className].filter(Boolean).join(' ')}>
      {leaders.slice(0, shown).map((leader, index) => {
        const away = !leader.isActive || (online !== undefined && !online.includes(leader.id));
        return (
          <li
            key={leader.id}
            data-rank={ranks[index]}
            data-own={leader.id === ownId || undefined}
            data-now={leader.id === nowId || undefined}
            data-away={away || undefined}
          >
            <div className={styles.line}>
              <span className={styles.rank} aria-label={`${t('rank')} ${ranks[index]}`}>
                {ranks[index]}
              </span>
              <span className={styles.name} dir="auto">
                {leader.name}
              </span>
              {leader.id === ownId && <span className={styles.note}>{t('you')}</span>}
              {!leader.isActive && <span className={styles.note}>{t('leftGame')}</span>}
              <span
                className={styles.score}
                aria-label={t('points', { count: leader.score, score: figure(leader.score) })}
              >
                {figure(leader.score)}
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
