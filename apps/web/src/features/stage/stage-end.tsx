import type { GameView } from '@earworm/rules';
import { figure } from '../../ui/numbers.js';
import { Wordmark } from '../../ui/wordmark.js';
import styles from './stage-end.module.css';
import { t } from './t.js';

/** The podium, third to first, and the next five. */
export function StageEnd({ view }: { view: GameView }) {
  const steps = [1, 0, 2].flatMap((at) => {
    const leader = view.leaders[at];
    return leader ? [{ leader, place: at + 1 }] : [];
  });
  const others = view.leaders.slice(3, 8);
  return (
    <div className={styles.end}>
      <header className={styles.head}>
        <Wordmark />
        <h1 className={styles.title}>{t('over')}</h1>
      </header>
      <ol className={styles.podium}>
        {steps.map(({ leader, place }) => (
          <li key={leader.id} data-place={place}>
            <b className={styles.name} dir="auto">
              {leader.name}
            </b>
            <span className={styles.score}>{figure(leader.score)}</span>
            <span className={styles.step}>{place}</span>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <ol className={styles.others} start={4}>
          {others.map((leader, at) => (
            <li key={leader.id}>
              <span>{at + 4}</span>{' '}
              <b>
                <bdi>{leader.name}</bdi>
              </b>{' '}
              {figure(leader.score)}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
