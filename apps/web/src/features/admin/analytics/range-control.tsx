import { SegmentedControl, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { isRange, type Range, rangeOf, type Selection, type Unit } from './selection.js';
import { t } from './texts.js';

const PRESETS = { day: [1, 7, 30, 90], hour: [6, 24, 48] } as const;
const FIRST = { day: 30, hour: 24 } as const;
const OTHER = 'custom';
const HOUR_SECONDS = 3_600;

interface Props {
  readonly selection: Selection;
  readonly zone: string;
  readonly onChange: (change: Pick<Selection, 'unit' | 'range'>) => void;
}

export function RangeControl({ selection, zone, onChange }: Props) {
  const { unit, range } = selection;
  const presets: readonly number[] = PRESETS[unit];
  const [openedAt] = useState(() => Date.now());
  const preset = typeof range === 'number' && presets.includes(range) ? String(range) : OTHER;
  const label = (count: number) =>
    unit === 'hour' ? t('lastHours', { n: count }) : count === 1 ? t('today') : t('days', { n: count });
  return (
    <>
      <SegmentedControl
        aria-label={t('unit')}
        value={unit}
        onChange={(next) => onChange({ unit: next, range: FIRST[next] })}
        data={[
          { value: 'day', label: t('byDay') },
          { value: 'hour', label: t('byHour') },
        ]}
      />
      <SegmentedControl
        aria-label={t('range')}
        value={preset}
        onChange={(value) =>
          onChange({ unit, range: value === OTHER ? rangeOf(selection, Date.now(), zone) : Number(value) })
        }
        data={[
          ...presets.map((count) => ({ value: String(count), label: label(count) })),
          { value: OTHER, label: t('custom') },
        ]}
      />
      {preset === OTHER && (
        <Ends
          key={unit}
          unit={unit}
          range={rangeOf(selection, openedAt, zone)}
          onChange={(next) => onChange({ unit, range: next })}
        />
      )}
    </>
  );
}

interface EndsProps {
  readonly unit: Unit;
  readonly range: Range;
  readonly onChange: (range: Range) => void;
}

function Ends({ unit, range, onChange }: EndsProps) {
  const [typed, setTyped] = useState(range);
  const applied = useRef(range);
  const { from, to } = range;
  // Shows a range that was changed elsewhere.
  useEffect(() => {
    if (applied.current.from === from && applied.current.to === to) return;
    applied.current = { from, to };
    setTyped(applied.current);
  }, [from, to]);
  const change = (next: Range) => {
    setTyped(next);
    if (!isRange(unit, next)) return;
    applied.current = next;
    onChange(next);
  };
  const input = unit === 'day' ? { type: 'date' } : { type: 'datetime-local', step: HOUR_SECONDS };
  /** A browser may offer minutes all the same. */
  const whole = (value: string) => (unit === 'day' ? value : value.replace(/:\d\d(:\d\d)?$/, ':00'));
  return (
    <>
      <TextInput
        {...input}
        label={t('from')}
        value={typed.from}
        error={isRange(unit, typed) ? undefined : t(unit === 'day' ? 'badRange' : 'badHours')}
        onChange={({ currentTarget: { value } }) => change({ ...typed, from: whole(value) })}
      />
      <TextInput
        {...input}
        label={t('to')}
        value={typed.to}
        onChange={({ currentTarget: { value } }) => change({ ...typed, to: whole(value) })}
      />
    </>
  );
}
