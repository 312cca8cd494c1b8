import { AccessibleText } from '../../shared/ui/screen-reader.js';
import { t } from './stage-texts.js';
import styles from './trend.module.css';

/** A change of place since the round before: a shape and a figure besides the colour. */
export function Trend({ rank, before }: { rank: number; before: number | null }) {
  if (before === null)
    return (
      <span className={styles.trend} data-way="new">
        {t('entered')}
      </span>
    );
  const change = before - rank;
  const way = change > 0 ? 'up' : change < 0 ? 'down' : 'same';
  const n = Math.abs(change);
  return (
    <span className={styles.trend} data-way={way}>
      <AccessibleText text={way === 'same' ? t('same') : t(way, { n })}>
        <i />
        {change !== 0 && n}
      </AccessibleText>
    </span>
  );
}
