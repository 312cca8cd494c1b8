import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import styles from './analytics-page.module.css';
import { isRange, lastDays, type Range } from './range.js';
import { t } from './texts.js';

const PRESETS = ['1', '7', '30', '90'] as const;

interface Props {
  readonly range: Range;
  readonly zone: string;
  readonly onChange: (range: Range) => void;
}

/** The last days, or any others. */
export function RangeControl({ range, zone, onChange }: Props) {
  const [chosen, choose] = useState('30');
  const [typed, type] = useState(range);
  const change = (next: Range) => {
    type(next);
    if (isRange(next)) onChange(next);
  };
  return (
    <div className={styles.range}>
      <SegmentedControl
        aria-label={t('range')}
        value={chosen}
        onChange={(value) => {
          choose(value);
          if (value !== 'custom') change(lastDays(Number(value), Date.now(), zone));
        }}
        data={[
          ...PRESETS.map((n) => ({ value: n, label: n === '1' ? t('today') : t('days', { n }) })),
          { value: 'custom', label: t('custom') },
        ]}
      />
      {chosen === 'custom' && (
        <>
          <TextInput
            type="date"
            label={t('from')}
            value={typed.from}
            error={isRange(typed) ? undefined : t('badRange')}
            onChange={({ currentTarget: { value } }) => change({ ...typed, from: value })}
          />
          <TextInput
            type="date"
            label={t('to')}
            value={typed.to}
            onChange={({ currentTarget: { value } }) => change({ ...typed, to: value })}
          />
        </>
      )}
    </div>
  );
}
