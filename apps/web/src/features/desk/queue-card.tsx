import type { CurrentView, QueueEntry } from '@earworm/rules';
import { TeamMark } from '../../shared/teams/team-mark.js';
import styles from './side.module.css';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';
import { intoSong, seconds } from '../../shared/live/times.js';

/** They remain visible; players behind them scroll with the scores. */
const IN_SIGHT = 3;

export function QueueCard({ current }: { current: CurrentView | null }) {
  const first = current?.queue[0];
  return (
    <section
      className={`${styles.card} ${styles.head}`}
      data-more={current !== null && current.queueLength > IN_SIGHT}
      aria-labelledby="in-line"
    >
      <h2 id="in-line" className={styles.title}>
        {gameText('inLine')}
      </h2>
      {!first && <p className={styles.empty}>{current ? t('inLineEmpty') : t('inLineIdle')}</p>}
      {current && first && <Places current={current} from={0} to={IN_SIGHT} />}
    </section>
  );
}

/** The rest of the queue, which continues the card above it. */
export function QueueRest({ current }: { current: CurrentView }) {
  if (current.queueLength <= IN_SIGHT) return null;
  const hidden = current.queueLength - current.queue.length;
  return (
    <div className={`${styles.card} ${styles.rest}`}>
      <Places current={current} from={IN_SIGHT} to={current.queue.length} />
      {hidden > 0 && <p className={styles.empty}>{gameText('more', { count: hidden })}</p>}
    </div>
  );
}

function Places({ current, from, to }: { current: CurrentView; from: number; to: number }) {
  return (
    <ol className={styles.queue} start={from + 1} aria-label={gameText('inLine')}>
      {current.queue.slice(from, to).map((entry, index) => (
        <li key={entry.playerId} data-first={from + index === 0}>
          <span className={styles.place}>{from + index + 1}</span>
          {entry.team !== undefined && <TeamMark number={entry.team} />}
          <span className={styles.name} dir="auto">
            {entry.name}
          </span>
          <span className={styles.time}>{timeOf(current, entry)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Into the song for the first, behind the first for the others. */
function timeOf(current: CurrentView, entry: QueueEntry): string {
  const first = current.queue[0] ?? entry;
  return entry === first ? intoSong(current, entry) : `+${seconds(entry.at - first.at)}`;
}
