import { type GameView, ranksOf } from '@earworm/rules';
import { figure } from '../../platform/i18n/numbers.js';
import { podiumSteps } from '../../shared/live/round.js';
import { letters } from '../../shared/ui/names.js';
import { Wordmark } from '../../shared/ui/mark.js';
import styles from './stage-end.module.css';
import { t } from './texts.js';

export function StageEnd({ view }: { view: GameView }) {
  const ranks = ranksOf(view.leaders);
  const others = view.leaders.slice(3, 8);
  return (
    <div className={styles.end}>
      <header className={styles.head}>
        <Wordmark />
        <h1 className={styles.title}>{t('over')}</h1>
      </header>
      <ol className={styles.podium}>
        {podiumSteps(view.leaders).map(({ leader, step, rank }) => (
          <li key={leader.id} data-step={step} data-rank={rank}>
            <b className={styles.name} dir="auto" style={letters(leader.name)}>
              {leader.name}
            </b>
            <span className={styles.score}>{figure(leader.score)}</span>
            <span className={styles.step}>{rank}</span>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <ol className={styles.others}>
          {others.map((leader, at) => (
            <li key={leader.id}>
              <span>{ranks[at + 3]}</span>{' '}
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
