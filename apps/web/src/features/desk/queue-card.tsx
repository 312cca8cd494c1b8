import type { CurrentView, QueueEntry, Settings } from '@earworm/rules';
import { bothAnswer, certaintyOf } from '../../shared/live/certainty.js';
import { WhyButton } from '../../shared/game/why-button.js';
import { TeamMark } from '../../shared/teams/team-mark.js';
import styles from './side.module.css';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';
import { intoSong, seconds } from '../../shared/live/times.js';

interface QueueProps {
  readonly current: CurrentView | null;
  readonly buzzOrder: Settings['buzzOrder'];
}

/** They remain visible; players behind them scroll with the scores. */
const IN_SIGHT = 3;

export function QueueCard({ current, buzzOrder }: QueueProps) {
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
      {current && first && <Places current={current} buzzOrder={buzzOrder} from={0} to={IN_SIGHT} />}
    </section>
  );
}

/** The rest of the queue, which continues the card above it. */
export function QueueRest({ current, buzzOrder }: QueueProps) {
  if (current === null || current.queueLength <= IN_SIGHT) return null;
  const hidden = current.queueLength - current.queue.length;
  return (
    <div className={`${styles.card} ${styles.rest}`}>
      <Places current={current} buzzOrder={buzzOrder} from={IN_SIGHT} to={current.queue.length} />
      {hidden > 0 && <p className={styles.empty}>{gameText('more', { count: hidden })}</p>}
    </div>
  );
}

interface PlacesProps extends QueueProps {
  readonly current: CurrentView;
  readonly from: number;
  readonly to: number;
}

function Places({ current, buzzOrder, from, to }: PlacesProps) {
  return (
    <ol className={styles.queue} start={from + 1} aria-label={gameText('inLine')}>
      {current.queue.slice(from, to).map((entry, index) => (
        <li key={entry.playerId} data-first={from + index === 0}>
          <span className={styles.place}>{from + index + 1}</span>
          {entry.team !== undefined && <TeamMark number={entry.team} />}
          <span className={styles.name} dir="auto">
            {entry.name}
          </span>
          <Certain current={current} at={from + index} buzzOrder={buzzOrder} />
          <span className={styles.time}>{timeOf(current, entry)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Whether this place is sure; opens why. */
function Certain({
  current: { queue, doubts },
  at,
  buzzOrder,
}: { current: CurrentView; at: number } & Pick<QueueProps, 'buzzOrder'>) {
  const [before, entry] = [queue[at - 1], queue[at]];
  const certainty = certaintyOf(before, entry);
  if (certainty === null || !before || !entry) return null;
  return (
    <WhyButton
      before={before}
      entry={entry}
      buzzOrder={buzzOrder}
      doubts={doubts}
      text={t(bothAnswer(before, entry, { buzzOrder }) ? 'isLevel' : certainty)}
      className={certainty === 'sure' ? styles.certain : styles.close}
      forDesk
    />
  );
}

/** Into the song for the first, behind the first for the others; less than nothing for who lost a draw. */
function timeOf(current: CurrentView, entry: QueueEntry): string {
  const first = current.queue[0] ?? entry;
  if (entry === first) return intoSong(current, entry);
  const gap = entry.at - first.at;
  return `${gap < 0 ? '−' : '+'}${seconds(Math.abs(gap))}`;
}
