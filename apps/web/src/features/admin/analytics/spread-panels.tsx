import { SegmentedControl } from '@mantine/core';
import type { RouteReply } from '@earworm/contracts';
import { Distribution } from './charts.js';
import { Panel } from './panel.js';
import type { Presses } from './selection.js';
import { t } from './texts.js';
import { duration, type LabelledBar, labelled, labelledCounts } from './words.js';

type Figures = RouteReply<'analytics'>;

interface Props {
  readonly figures: Figures;
  readonly presses: Presses;
  readonly onPresses: (presses: Presses) => void;
}

const rowsOf = (bars: readonly LabelledBar[]) => bars.map(({ label, count }) => [label, count] as const);

export function LengthPanel({ figures }: { figures: Figures }) {
  const lengths = labelled(figures.sessionLengths, duration);
  return (
    <Panel
      title={t('lengths')}
      columns={[t('length'), t('visits')]}
      rows={rowsOf(lengths)}
      chart={<Distribution bars={lengths} />}
    />
  );
}

export function GameSpreads({ figures, presses, onPresses }: Props) {
  const players = labelledCounts(figures.playersPerGame);
  return (
    <>
      <Panel
        title={t('players')}
        columns={[t('playersColumn'), t('gamesColumn')]}
        rows={rowsOf(players)}
        chart={<Distribution bars={players} />}
      />
      <TimeToBuzz figures={figures} presses={presses} onPresses={onPresses} />
    </>
  );
}

function TimeToBuzz({ figures, presses, onPresses }: Props) {
  const bars = labelled(figures.timeToPress[presses], (ms) => duration(ms / 1000));
  return (
    <Panel
      title={t('time')}
      hint={t('timeHint')}
      control={
        <SegmentedControl
          aria-label={t('time')}
          value={presses}
          onChange={onPresses}
          data={[
            { value: 'first', label: t('first') },
            { value: 'every', label: t('every') },
          ]}
        />
      }
      columns={[t('timeColumn'), t('buzzes')]}
      rows={rowsOf(bars)}
      chart={<Distribution bars={bars} />}
    />
  );
}
