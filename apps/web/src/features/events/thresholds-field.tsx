import { NumberInput } from '@mantine/core';
import { SHOW_LIMITS, type ShowThresholds } from '@earworm/contracts';
import { ATTENTION_THRESHOLDS } from '@earworm/rules';
import styles from './events.module.css';
import { t } from './texts.js';

const NAMES = ['crewAway', 'buzz', 'song', 'open', 'offline', 'quiet', 'notStarted'] as const;

interface Props {
  readonly value: ShowThresholds;
  onChange(value: ShowThresholds): void;
}

/** An empty field follows the product. */
export function ThresholdsField({ value, onChange }: Props) {
  const change = (name: (typeof NAMES)[number], seconds: number | undefined) => {
    const { [name]: _, ...others } = value;
    onChange(seconds === undefined ? others : { ...others, [name]: seconds });
  };
  return (
    <section className={styles.card} aria-labelledby="event-attention">
      <h2 id="event-attention" className={styles.cardTitle}>
        {t('attention')}
      </h2>
      <p className={styles.note}>{t('attentionHint')}</p>
      <div className={styles.thresholds}>
        {NAMES.map((name) => (
          <NumberInput
            key={name}
            label={t(`attention_${name}`)}
            min={SHOW_LIMITS.thresholdLeast}
            max={SHOW_LIMITS.thresholdMost}
            allowDecimal={false}
            allowNegative={false}
            placeholder={String(ATTENTION_THRESHOLDS[`${name}Ms`] / 1_000)}
            value={value[name] ?? ''}
            onChange={(seconds) => change(name, seconds === '' ? undefined : Number(seconds))}
          />
        ))}
      </div>
    </section>
  );
}
