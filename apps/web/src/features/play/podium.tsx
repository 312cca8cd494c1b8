import type { Leader } from '@earworm/rules';
import styles from './podium.module.css';
import { t } from './t.js';
import { figure } from '../../ui/numbers.js';

interface PodiumProps {
  readonly leaders: readonly Leader[];
  readonly ownId: string | null;
  readonly playerCount: number;
}

/** The three best on their steps, everybody else below. */
export function Podium({ leaders, ownId, playerCount }: PodiumProps) {
  const steps = [1, 0, 2].flatMap((at) => {
    const leader = leaders[at];
    return leader ? [{ leader, place: at + 1 }] : [];
  });
  const others = leaders.slice(3);
  const hidden = playerCount - leaders.length;
  return (
    <section className={styles.all}>
      <ol className={styles.podium} aria-label={t('podium')}>
        {steps.map(({ leader, place }) => (
          <li key={leader.id} className={styles.column} data-place={place} data-own={leader.id === ownId}>
            <span className={styles.name} dir="auto">
              {leader.name}
            </span>
            <span className={styles.score}>{figure(leader.score)}</span>
            <span className={styles.step}>{place}</span>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <ol className={styles.others} start={4} aria-label={t('scores')}>
          {others.map((leader, at) => (
            <li key={leader.id} data-own={leader.id === ownId}>
              <span className={styles.rank}>{at + 4}</span>
              <bdi className={styles.other}>{leader.name}</bdi>
              <b>{figure(leader.score)}</b>
            </li>
          ))}
        </ol>
      )}
      {hidden > 0 && <p className={styles.hidden}>{t('more', { count: hidden })}</p>}
    </section>
  );
}
