import type { CurrentView } from '@earworm/rules';
import styles from './side.module.css';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';
import { intoSong, seconds } from '../../shared/live/times.js';

export function QueueCard({ current, idle }: { current: CurrentView | null; idle: boolean }) {
  const first = current?.queue[0];
  const hidden = current ? current.queueLength - current.queue.length : 0;
  return (
    <section className={styles.card} aria-labelledby="in-line">
      <h2 id="in-line" className={styles.title}>
        {gameText('inLine')}
      </h2>
      {!first && <p className={styles.empty}>{idle ? t('inLineIdle') : t('inLineEmpty')}</p>}
      {current && first && (
        <ol className={styles.queue}>
          {current.queue.map((entry, at) => (
            <li key={entry.playerId} data-first={at === 0}>
              <span className={styles.place}>{at + 1}</span>
              <span className={styles.name} dir="auto">
                {entry.name}
              </span>
              <span className={styles.time}>
                {at === 0 ? intoSong(current, entry) : `+${seconds(entry.at - first.at)}`}
              </span>
            </li>
          ))}
        </ol>
      )}
      {hidden > 0 && <p className={styles.empty}>{gameText('more', { count: hidden })}</p>}
    </section>
  );
}
