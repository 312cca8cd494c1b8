import { Button, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { dateFormat } from '../../platform/i18n/dates.js';
import { figure } from '../../platform/i18n/numbers.js';
import { localeNow, useTranslator } from '../../platform/i18n/texts.js';
import { errorText } from '../../platform/notifications/notify.js';
import { EmptyState, Failed } from '../../shared/ui/empty-state.js';
import { ExportButton } from '../../shared/ui/export-button.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { useFilterParams } from '../../shared/ui/query-in-address.js';
import { SearchField } from '../../shared/ui/search-field.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import { csvOfTimeline } from './csv.js';
import { type Entry, entriesOf, foundEntries, KINDS, whoOf } from './entries.js';
import { t } from './texts.js';
import styles from './timeline.module.css';
import { readEvidence, type ToldGame, useTimeline } from './use-timeline.js';

const AT_ONCE = 200;
const SEARCH_LENGTH = 80;
const JSON_FILE = { extension: 'json', contentType: 'application/json' };

/** For those who have a desk of the game, and for operators of the event that it is played in. */
export function TimelinePage() {
  useTranslator();
  const { gameId = '', showId, roomId } = useParams();
  const room = showId !== undefined && roomId !== undefined ? { showId, roomId } : null;
  const query = useTimeline({ gameId, room });
  return (
    <PageFrame title={t('title')} lead={t('lead')}>
      {query.isPending && <Skeletons label={t('loading')} count={6} height={48} />}
      {query.isError && <Failed title={t('failed')} hint={errorText(query.error)} query={query} />}
      {/* Its sentences are in one language. */}
      {query.data && <Timeline key={localeNow()} {...query.data} evidenceOf={room === null ? gameId : null} />}
    </PageFrame>
  );
}

function useFilter() {
  const [params, setParams] = useFilterParams();
  const change = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const kind = KINDS.find((each) => each === params.get('kind')) ?? 'all';
  return { kind, search: (params.get('search') ?? '').slice(0, SEARCH_LENGTH), change } as const;
}

/** `evidenceOf`: the game, for its crew. */
function Timeline({ rows, staff, evidenceOf }: ToldGame & { evidenceOf: string | null }) {
  const { kind, search, change } = useFilter();
  const [most, setMost] = useState(AT_ONCE);
  const entries = useMemo(() => entriesOf(rows, staff), [rows, staff]);
  const found = useMemo(() => foundEntries(entries, kind, search), [entries, kind, search]);
  const latest = found.slice(-most).reverse();
  const read = async () => ({ text: csvOfTimeline(found), saved: t('exported', { count: found.length }) });
  return (
    <>
      <div className={styles.filters} role="search">
        <SearchField
          label={t('search')}
          placeholder={t('searchHint')}
          maxLength={SEARCH_LENGTH}
          value={search}
          onSearch={(text) => change('search', text)}
        />
        <Select
          label={t('kind')}
          data={(['all', ...KINDS] as const).map((value) => ({ value, label: t(`kind_${value}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => change('kind', value === null || value === 'all' ? '' : value)}
        />
        <ExportButton label={t('export')} fileName="timeline" read={read} failed={t('exportFailed')} />
        {evidenceOf !== null && rows.some(({ type }) => type === 'buzzesOrdered') && (
          <ExportButton
            label={t('evidence')}
            fileName="evidence"
            type={JSON_FILE}
            read={async () => ({ text: await readEvidence(evidenceOf), saved: t('evidenceSaved') })}
            failed={t('exportFailed')}
          />
        )}
      </div>
      {found.length === 0 ? (
        <EmptyState title={t('nothing')} hint={t('nothingHint')} />
      ) : (
        <>
          <p className={styles.count} role="status">
            {t('shown', { count: found.length })}
          </p>
          <Entries entries={latest} />
        </>
      )}
      {found.length > most && (
        <Button variant="default" mt="md" onClick={() => setMost(most + AT_ONCE)}>
          {t('more', { n: figure(found.length - most) })}
        </Button>
      )}
    </>
  );
}

/** With milliseconds, which decide disputes. */
const clockOf = (at: number): string =>
  dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 }).format(at);

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <table className={styles.table} aria-label={t('rows')}>
      <thead>
        <tr>
          {(['time', 'what', 'who'] as const).map((column) => (
            <th key={column} scope="col">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.version} data-kind={entry.kind}>
            <td className={styles.time}>
              <time dateTime={new Date(entry.at).toISOString()}>{clockOf(entry.at)}</time>
            </td>
            <td className={styles.what} dir="auto">
              {entry.what}
            </td>
            <td className={styles.who} dir="auto">
              {whoOf(entry)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
