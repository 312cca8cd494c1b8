import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RouteReply } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../../app/http.js';
import { isLimited } from '../../../app/is-limited.js';
import { Failed } from '../../../ui/failed.js';
import { Limited } from '../../../ui/limited.js';
import { figure } from '../../../ui/numbers.js';
import { PageFrame } from '../../../ui/page-frame.js';
import { exactly } from '../../../ui/relative-time.js';
import styles from './analytics-page.module.css';
import { DayPanels } from './day-panels.js';
import { ErrorPanel } from './error-panel.js';
import { ListPanels } from './list-panels.js';
import { lastDays, type Range, viewersZone } from './range.js';
import { RangeControl } from './range-control.js';
import { SpreadPanels } from './spread-panels.js';
import { TemplatePanels } from './template-panels.js';
import { t } from './texts.js';
import { duration } from './words.js';

/** How the product is used: people, games, questions, errors and what people say. */
export function AnalyticsPage() {
  const [zone] = useState(viewersZone);
  const [range, setRange] = useState<Range>(() => lastDays(30, Date.now(), zone));
  const query = useQuery({
    queryKey: ['analytics', range, zone],
    queryFn: () => http.call('analytics', { query: { ...range, timeZone: zone } }),
    placeholderData: keepPreviousData,
  });
  if (isLimited(query.error))
    return (
      <PageFrame title={t('title')}>
        <Limited title={t('limited')} hint={t('limitedHint')} />
      </PageFrame>
    );
  return (
    <PageFrame title={t('title')} lead={t('lead', { zone })}>
      <RangeControl range={range} zone={zone} onChange={setRange} />
      {query.isPending && (
        <div className={styles.tiles} role="status" aria-label={t('loading')}>
          {[0, 1, 2, 3, 4, 5, 6].map((tile) => (
            <Skeleton key={tile} height={92} radius="lg" />
          ))}
        </div>
      )}
      {query.isError && (
        <Failed
          title={t('failed')}
          hint={t('failedHint')}
          again={t('again')}
          busy={query.isFetching}
          onAgain={() => void query.refetch()}
        />
      )}
      {query.data && <Figures figures={query.data} />}
    </PageFrame>
  );
}

function Figures({ figures }: { figures: RouteReply<'analytics'> }) {
  const { countedUntil } = figures;
  return (
    <>
      <Totals figures={figures} />
      <div className={styles.panels}>
        <DayPanels days={figures.days} />
        <SpreadPanels figures={figures} />
        <ListPanels figures={figures} />
        <TemplatePanels figures={figures} />
        <ErrorPanel groups={figures.errors} />
      </div>
      <p className={styles.hint}>{countedUntil === null ? t('noGames') : t('upTo', { time: exactly(countedUntil) })}</p>
    </>
  );
}

function Totals({ figures: { days, users } }: { figures: RouteReply<'analytics'> }) {
  const sum = (pick: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + pick(day), 0);
  const sessions = users.reduce((total, each) => total + each.sessions, 0);
  const seconds = users.reduce((total, each) => total + each.seconds, 0);
  const tiles = [
    ['people', figure(users.reduce((total, each) => total + each.users, 0))],
    ['visits', figure(sessions)],
    ['visitLength', sessions === 0 ? '–' : duration(seconds / sessions)],
    ['gamesPlayed', figure(sum((day) => day.gamesStarted))],
    ['seats', figure(sum((day) => day.joins))],
    ['pressed', figure(sum((day) => day.presses))],
    ['broken', figure(sum((day) => day.errors))],
  ] as const;
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
