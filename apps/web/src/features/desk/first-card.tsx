import type { CurrentView } from '@earworm/rules';
import { initialOf, letters } from '../../shared/ui/names.js';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './first-card.module.css';
import { intoSong } from '../../shared/live/times.js';
import { t } from './texts.js';
import { seconds } from '../../shared/live/times.js';

const TEXTS = { waits: 'timerWaits', stopped: 'timerStopped', runs: 'waitingText' } as const;

interface FirstCardProps {
  readonly current: CurrentView;
  readonly worth: number;
  /** Why the timer is stopped, except for an answer. */
  readonly timer: 'waits' | 'stopped' | null;
}

export function FirstCard({ current, worth, timer }: FirstCardProps) {
  const [first, second] = current.queue;
  if (!first) {
    return (
      <div className={styles.card} data-testid="first">
        <span className={styles.ears} aria-hidden>
          <i />
          <i />
          <i />
        </span>
        <div className={styles.who}>
          <strong className={styles.waiting}>{t('waiting')}</strong>
          <span className={styles.text}>{t(TEXTS[timer ?? 'runs'])}</span>
        </div>
        <span className={styles.worth}>{figure(worth)}</span>
      </div>
    );
  }
  const at = intoSong(current, first);
  return (
    <div className={styles.card} data-testid="first" data-now="true">
      <span className={styles.face} aria-hidden>
        {initialOf(first.name)}
      </span>
      <div className={styles.who}>
        <strong className={styles.name} dir="auto" style={letters(first.name)}>
          {first.name}
        </strong>
        <span className={styles.text}>
          {second ? t('firstBy', { gap: seconds(second.at - first.at), at }) : t('firstAlone', { at })}
        </span>
      </div>
      <span className={styles.worth}>{figure(worth)}</span>
    </div>
  );
}
