import { SegmentedControl } from '@mantine/core';
import type { RouteReply } from '@earworm/contracts';
import { useState } from 'react';
import { Distribution } from './charts.js';
import { Panel } from './panel.js';
import { t } from './texts.js';
import { duration, type LabelledBar, labelled, labelledCounts } from './words.js';

type Figures = RouteReply<'analytics'>;

const rowsOf = (bars: readonly LabelledBar[]) => bars.map(({ label, count }) => [label, count] as const);

/** How long, how many, how fast: distributions. */
export function SpreadPanels({ figures }: { figures: Figures }) {
  const lengths = labelled(figures.sessionLengths, duration);
  const players = labelledCounts(figures.playersPerGame);
  return (
    <>
      <Panel
        title={t('lengths')}
        columns={[t('length'), t('visits')]}
        rows={rowsOf(lengths)}
        chart={<Distribution bars={lengths} />}
      />
      <Panel
        title={t('players')}
        columns={[t('playersColumn'), t('gamesColumn')]}
        rows={rowsOf(players)}
        chart={<Distribution bars={players} />}
      />
      <TimeToPress spread={figures.timeToPress} />
    </>
  );
}

function TimeToPress({ spread }: { spread: Figures['timeToPress'] }) {
  const [which, choose] = useState<'first' | 'every'>('first');
  const bars = labelled(spread[which], (ms) => duration(ms / 1000));
  return (
    <Panel
      title={t('time')}
      hint={t('timeHint')}
      control={
        <SegmentedControl
          aria-label={t('time')}
          value={which}
          onChange={choose}
          data={[
            { value: 'first', label: t('first') },
            { value: 'every', label: t('every') },
          ]}
        />
      }
      columns={[t('timeColumn'), t('presses')]}
      rows={rowsOf(bars)}
      chart={<Distribution bars={bars} />}
    />
  );
}
