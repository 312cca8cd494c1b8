import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RouteReply } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../../platform/http/http.js';
import { isLimited } from '../../../platform/http/queries.js';
import { Failed } from '../../../shared/ui/empty-state.js';
import { viewersZone } from '../../../shared/ui/iso-time.js';
import { figure } from '../../../platform/i18n/numbers.js';
import { LimitedPage } from '../../../shared/ui/limited-page.js';
import { PageFrame } from '../../../shared/ui/page-frame.js';
import { exactly } from '../../../shared/ui/relative-time.js';
import { Skeletons } from '../../../shared/ui/skeletons.js';
import styles from './analytics-page.module.css';
import { ErrorPanel } from './error-panel.js';
import { GameFilters } from './game-filters.js';
import { MissedPanel, VisitPanels } from './list-panels.js';
import { RecordSaved } from './panel.js';
import { RangeControl } from './range-control.js';
import { exportOf, isFiltered, queryOf, type Selection, useSelection } from './selection.js';
import { GameSpreads, LengthPanel } from './spread-panels.js';
import { GameSteps, SessionSteps } from './step-panels.js';
import { type Step, stepsOf } from './steps.js';
import { TemplatePanels } from './template-panels.js';
import { t } from './texts.js';
import { duration } from './words.js';

const REFRESH_MS = 60_000;

export function AnalyticsPage() {
  const [zone] = useState(viewersZone);
  const [selection, change] = useSelection();
  const { presses, ...filters } = selection;
  const query = useQuery({
    queryKey: ['analytics', filters, zone],
    queryFn: () => http.call('analytics', { query: queryOf(selection, Date.now(), zone) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isLimited(state.error) ? false : REFRESH_MS),
  });
  if (isLimited(query.error)) return <LimitedPage title={t('title')} hint={t('limitedHint')} />;
  return (
    <PageFrame title={t('title')} lead={t('lead', { zone })}>
      <div className={styles.range} role="search">
        <RangeControl selection={selection} zone={zone} onChange={change} />
        <GameFilters selection={selection} onChange={change} />
      </div>
      {isFiltered(selection) && <p className={styles.hint}>{t('ofNoGame')}</p>}
      {query.isPending && <Skeletons label={t('loading')} count={7} height={92} radius="lg" className={styles.tiles} />}
      {query.isError && <Failed title={t('failed')} hint={t('failedHint')} query={query} />}
      {query.data && (
        <>
          <RecordSaved value={(table) => http.call('exportAnalytics', { body: exportOf(selection, zone, table) })}>
            <Figures
              figures={query.data}
              isOfAllGames={!isFiltered(selection)}
              zone={zone}
              presses={presses}
              onPresses={(next) => change({ presses: next })}
            />
          </RecordSaved>
          <p className={styles.hint}>{t('refreshed', { time: exactly(query.dataUpdatedAt) })}</p>
        </>
      )}
    </PageFrame>
  );
}

interface FiguresProps {
  readonly figures: RouteReply<'analytics'>;
  readonly isOfAllGames: boolean;
  readonly zone: string;
  readonly presses: Selection['presses'];
  readonly onPresses: (presses: Selection['presses']) => void;
}

function Figures({ figures, isOfAllGames, zone, presses, onPresses }: FiguresProps) {
  const { countedUntil } = figures;
  const steps = stepsOf(figures, zone);
  const unit = figures.hours === undefined ? 'day' : 'hour';
  return (
    <>
      <Totals figures={figures} steps={steps} isOfAllGames={isOfAllGames} />
      <div className={styles.panels}>
        {isOfAllGames && <SessionSteps unit={unit} steps={steps} />}
        <GameSteps unit={unit} steps={steps} />
        {isOfAllGames && <LengthPanel figures={figures} />}
        <GameSpreads figures={figures} presses={presses} onPresses={onPresses} />
        {isOfAllGames && <VisitPanels figures={figures} />}
        <MissedPanel figures={figures} />
        <TemplatePanels figures={figures} unit={unit} steps={steps} />
        {isOfAllGames && <ErrorPanel groups={figures.errors} zone={zone} />}
      </div>
      <p className={styles.hint}>{countedUntil === null ? t('noGames') : t('upTo', { time: exactly(countedUntil) })}</p>
    </>
  );
}

interface TotalsProps {
  readonly figures: RouteReply<'analytics'>;
  readonly steps: readonly Step[];
  readonly isOfAllGames: boolean;
}

function Totals({ figures: { users }, steps, isOfAllGames }: TotalsProps) {
  const sum = (pick: (step: Step) => number) => steps.reduce((total, step) => total + pick(step), 0);
  const sessions = users.reduce((total, each) => total + each.sessions, 0);
  const seconds = users.reduce((total, each) => total + each.seconds, 0);
  const games = [
    ['gamesPlayed', figure(sum((step) => step.gamesStarted))],
    ['seats', figure(sum((step) => step.joins))],
    ['buzzed', figure(sum((step) => step.presses))],
  ] as const;
  const tiles = isOfAllGames
    ? ([
        ['people', figure(users.reduce((total, each) => total + each.users, 0))],
        ['visits', figure(sessions)],
        ['visitLength', sessions === 0 ? '–' : duration(seconds / sessions)],
        ...games,
        ['broken', figure(sum((step) => step.errors))],
      ] as const)
    : games;
  return (
    <dl className={styles.tiles}>
      {tiles.map(([name, value]) => (
        <div key={name} className={styles.tile} data-testid={`total-${name}`}>
          <dt>{t(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
