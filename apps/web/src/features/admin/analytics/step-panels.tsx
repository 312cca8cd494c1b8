import { Bars, COLOURS } from './charts.js';
import { Panel } from './panel.js';
import type { Unit } from './selection.js';
import type { Figures, Step } from './steps.js';
import { t } from './texts.js';

interface Column {
  readonly name: keyof Figures | 'fromTemplates';
  readonly label: string;
  readonly color: string;
}

interface Props {
  readonly title: string;
  readonly unit: Unit;
  readonly steps: readonly Step[];
  readonly columns: readonly Column[];
  readonly stacked?: boolean;
  readonly also?: readonly Omit<Column, 'color'>[];
  readonly away?: string;
}

export function StepPanel({ title, unit, steps, columns, stacked = false, also = [], away }: Props) {
  const all = [...also, ...columns];
  const hasFigures = (step: Step) => all.some(({ name }) => step[name] > 0);
  const newestFirst = steps.toReversed();
  const rowOf = (step: Step) => [{ text: step.text, saved: step.saved }, ...all.map(({ name }) => step[name])];
  return (
    <Panel
      wide
      title={title}
      columns={[t(unit), ...all.map(({ label }) => label)]}
      rows={steps.some(hasFigures) ? newestFirst.map(rowOf) : []}
      isLeftOut={(row) => !hasFigures(newestFirst[row] as Step)}
      chart={<Bars data={steps} by="label" series={columns} stacked={stacked} />}
      {...(steps.every(hasFigures) || !steps.some(hasFigures)
        ? {}
        : { hint: t(unit === 'day' ? 'emptyDays' : 'emptyHours') })}
      {...(away === undefined ? {} : { away })}
    />
  );
}

interface PanelsProps {
  readonly unit: Unit;
  readonly steps: readonly Step[];
}

export const SessionSteps = ({ unit, steps }: PanelsProps) => (
  <StepPanel
    title={t(unit === 'day' ? 'sessions' : 'sessionsByHour')}
    unit={unit}
    steps={steps}
    stacked
    columns={[
      { name: 'guestSessions', label: t('guest'), color: COLOURS.you },
      { name: 'registeredSessions', label: t('registered'), color: COLOURS.now },
    ]}
    also={[{ name: 'views', label: t('paths') }]}
  />
);

export const GameSteps = ({ unit, steps }: PanelsProps) => (
  <>
    <StepPanel
      title={t(unit === 'day' ? 'games' : 'gamesByHour')}
      unit={unit}
      steps={steps}
      columns={[
        { name: 'gamesCreated', label: t('created'), color: COLOURS.edge },
        { name: 'gamesStarted', label: t('started'), color: COLOURS.you },
        { name: 'gamesCompleted', label: t('completed'), color: COLOURS.now },
      ]}
      also={[{ name: 'joins', label: t('seats') }]}
    />
    <StepPanel
      title={t(unit === 'day' ? 'verdicts' : 'verdictsByHour')}
      unit={unit}
      steps={steps}
      stacked
      columns={[
        { name: 'right', label: t('right'), color: COLOURS.right },
        { name: 'wrong', label: t('wrong'), color: COLOURS.wrong },
        { name: 'nobody', label: t('nobody'), color: COLOURS.edge },
      ]}
      also={[{ name: 'presses', label: t('buzzes') }]}
    />
  </>
);
