import { TIME_TRIAL_POINTS_PER_SECOND } from '@earworm/rules';
import { change } from '../../platform/i18n/numbers.js';
import { AccessibleText } from '../ui/screen-reader.js';
import { t } from './texts.js';
import styles from './time-trial.module.css';

export const timeTrialSpoken = () => t('timeTrialSpoken', { count: TIME_TRIAL_POINTS_PER_SECOND });

/** Time trial: −5 a second. */
export const TimeTrialCost = () => (
  <AccessibleText text={timeTrialSpoken()}>
    {t('timeTrialCost', { gain: change(-TIME_TRIAL_POINTS_PER_SECOND) })}
  </AccessibleText>
);

interface DrainBarProps {
  readonly worth: number;
  readonly points: number;
}

/** What is left of a question's points; their number beside it is what screen readers read. */
export const DrainBar = ({ worth, points }: DrainBarProps) => (
  <span className={styles.track} data-testid="drain" aria-hidden>
    <span className={styles.left} style={{ transform: `scaleX(${points > 0 ? worth / points : 0})` }} />
  </span>
);
