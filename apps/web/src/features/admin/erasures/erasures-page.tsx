import { useQuery } from '@tanstack/react-query';
import type { RouteReply } from '@earworm/contracts';
import { http } from '../../../platform/http/http.js';
import { isLimited } from '../../../platform/http/queries.js';
import { figure } from '../../../platform/i18n/numbers.js';
import { textsOf } from '../../../platform/i18n/texts.js';
import { EmptyState, Failed } from '../../../shared/ui/empty-state.js';
import { LimitedPage } from '../../../shared/ui/limited-page.js';
import { PageFrame } from '../../../shared/ui/page-frame.js';
import { exactly } from '../../../shared/ui/relative-time.js';
import { Skeletons } from '../../../shared/ui/skeletons.js';
import styles from './erasures-page.module.css';

const t = textsOf('erasures', {
  title: 'Erased games',
  lead_one:
    'Games of an event are erased with it, all others {{n}} day after their last change. No names are left of them.',
  lead_other:
    'Games of an event are erased with it, all others {{n}} days after their last change. No names are left of them.',
  loading: 'Loading erased games',
  failed: 'The erased games could not be loaded.',
  failedHint: 'Try again in a moment.',
  limitedHint: 'Your account has no access to the erased games. Ask another admin, or sign in again.',
  none: 'No game is waiting to be erased.',
  waiting_one: '{{n}} game is waiting to be erased, since {{since}}.',
  waiting_other: '{{n}} games are waiting to be erased, the first since {{since}}.',
  failing_one: 'A service did not answer for {{n}} of them. It is tried again, at the latest every hour.',
  failing_other: 'A service did not answer for {{n}} of them. They are tried again, at the latest every hour.',
  empty: 'No games erased yet',
  emptyHint: 'Each day on which games are erased becomes a row here.',
  rows: 'Erased games by day',
  day: 'Day (UTC)',
  games: 'Games',
  cause: 'Why',
  lastAt: 'Last one',
  age: 'Not used any more',
  event: 'Their event was erased',
  restore: 'Brought back by a restore',
  person: 'Their moderator deleted their own data',
});

type Erasures = RouteReply<'listErasures'>;

export function ErasuresPage() {
  const query = useQuery({ queryKey: ['erasures'], queryFn: () => http.call('listErasures') });
  const { data } = query;
  if (isLimited(query.error)) return <LimitedPage title={t('title')} hint={t('limitedHint')} />;
  return (
    <PageFrame title={t('title')} lead={data && t('lead', { count: data.keepDays, n: figure(data.keepDays) })}>
      {query.isPending && <Skeletons label={t('loading')} count={3} height={48} radius="lg" />}
      {query.isError && <Failed title={t('failed')} hint={t('failedHint')} query={query} />}
      {data && <Waiting {...data.waiting} />}
      {data?.days.length === 0 && <EmptyState title={t('empty')} hint={t('emptyHint')} />}
      {data && data.days.length > 0 && <Days days={data.days} />}
    </PageFrame>
  );
}

function Waiting({ games, since, failing }: Erasures['waiting']) {
  return (
    <p className={styles.waiting}>
      {since === null ? t('none') : t('waiting', { count: games, n: figure(games), since: exactly(since) })}
      {failing > 0 && ` ${t('failing', { count: failing, n: figure(failing) })}`}
    </p>
  );
}

const Days = ({ days }: Pick<Erasures, 'days'>) => (
  <table className={styles.table} aria-label={t('rows')}>
    <thead>
      <tr>
        {(['day', 'games', 'cause', 'lastAt'] as const).map((column) => (
          <th key={column} scope="col">
            {t(column)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {days.map(({ day, games, cause, lastAt }) => (
        <tr key={`${day} ${cause}`}>
          <td>{day}</td>
          <td>{figure(games)}</td>
          <td>{t(cause)}</td>
          <td>
            <time dateTime={new Date(lastAt).toISOString()}>{exactly(lastAt)}</time>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
