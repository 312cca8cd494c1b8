import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { figure } from '../../../platform/i18n/numbers.js';
import type { LabelledBar } from './words.js';
import { t } from './texts.js';

export const COLOURS = {
  now: 'var(--ew-now-text)',
  you: 'var(--ew-you-text)',
  right: 'var(--ew-right-text)',
  wrong: 'var(--ew-wrong-text)',
  edge: 'var(--ew-edge)',
} as const;

interface Series {
  readonly name: string;
  readonly label: string;
  readonly color: string;
}

interface Props {
  readonly data: readonly object[];
  readonly by: string;
  readonly series: readonly Series[];
  readonly stacked?: boolean;
}

export function Bars({ data, by, series, stacked }: Props) {
  return (
    <BarChart
      h={220}
      data={data.map((row) => ({ ...row }))}
      dataKey={by}
      type={stacked ? 'stacked' : 'default'}
      series={series.map((each) => ({ ...each }))}
      withLegend={series.length > 1}
      legendProps={{ verticalAlign: 'top' }}
      valueFormatter={figure}
      gridAxis="x"
      tickLine="none"
      maxBarWidth={36}
      barProps={{ isAnimationActive: false, radius: 3 }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 12 }}
    />
  );
}

export const Distribution = ({ bars }: { bars: readonly LabelledBar[] }) => (
  <Bars data={bars} by="label" series={[{ name: 'count', label: t('count'), color: COLOURS.now }]} />
);
