import type { RouteReply } from '@earworm/contracts';
import { Bars, COLOURS } from './charts.js';
import { Panel } from './panel.js';
import { t } from './texts.js';
import { dayLabel } from './words.js';

type Days = RouteReply<'analytics'>['days'];
type Figure = Exclude<keyof Days[number], 'day'>;

interface Column {
  readonly name: Figure;
  readonly label: string;
  readonly color: string;
}

interface Props {
  readonly title: string;
  readonly days: Days;
  readonly columns: readonly Column[];
  readonly stacked?: boolean;
  /** Figures of the table that are not drawn. */
  readonly also?: readonly Omit<Column, 'color'>[];
}

/** Figures of each day, newest first in the table. */
function DayPanel({ title, days, columns, stacked = false, also = [] }: Props) {
  const all = [...also, ...columns];
  const some = days.some((day) => all.some(({ name }) => day[name] > 0));
  return (
    <Panel
      wide
      title={title}
      columns={[t('day'), ...all.map(({ label }) => label)]}
      rows={some ? days.toReversed().map((day) => [day.day, ...all.map(({ name }) => day[name])]) : []}
      chart={
        <Bars
          data={days.map((day) => ({ ...day, day: dayLabel(day.day) }))}
          by="day"
          series={columns}
          stacked={stacked}
        />
      }
    />
  );
}

export function DayPanels({ days }: { days: Days }) {
  return (
    <>
      <DayPanel
        title={t('sessions')}
        days={days}
        stacked
        columns={[
          { name: 'guestSessions', label: t('guest'), color: COLOURS.you },
          { name: 'registeredSessions', label: t('registered'), color: COLOURS.now },
        ]}
        also={[{ name: 'views', label: t('paths') }]}
      />
      <DayPanel
        title={t('games')}
        days={days}
        columns={[
          { name: 'gamesCreated', label: t('created'), color: COLOURS.edge },
          { name: 'gamesStarted', label: t('started'), color: COLOURS.you },
          { name: 'gamesCompleted', label: t('completed'), color: COLOURS.now },
        ]}
        also={[{ name: 'joins', label: t('seats') }]}
      />
      <DayPanel
        title={t('verdicts')}
        days={days}
        stacked
        columns={[
          { name: 'right', label: t('right'), color: COLOURS.right },
          { name: 'wrong', label: t('wrong'), color: COLOURS.wrong },
          { name: 'nobody', label: t('nobody'), color: COLOURS.edge },
        ]}
        also={[{ name: 'presses', label: t('presses') }]}
      />
    </>
  );
}
