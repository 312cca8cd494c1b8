import { Alert, Button, SegmentedControl, Select } from '@mantine/core';
import type { ShowDetail } from '@earworm/contracts';
import { COUNTINGS } from '@earworm/rules';
import { IconArrowUpRight, IconLock, IconLockOpen, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { figure } from '../../platform/i18n/numbers.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useShow } from '../../shared/shows/use-show.js';
import { Confirm } from '../../shared/ui/dialog.js';
import { EmptyState, Failed } from '../../shared/ui/empty-state.js';
import { ExportButton } from '../../shared/ui/export-button.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { Pager } from '../../shared/ui/pager.js';
import { exactly } from '../../shared/ui/relative-time.js';
import { fileNameOf } from '../../shared/ui/save-file.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import { StagePanel } from './stage-panel.js';
import { AdvanceDialog } from './advance-dialog.js';
import { t as advanceText } from './advance-texts.js';
import { StandingsTable } from './standings-table.js';
import styles from './standings.module.css';
import { t } from './texts.js';
import { type Asked, readCsv, type Standings, useAsked, useFreezing, useStandings } from './use-standings.js';

const PAGE_SIZE = 100;

/** Who leads over all rooms and rounds of an event. */
export function StandingsPage() {
  const { showId = '' } = useParams();
  const query = useShow(showId);
  if (query.data !== undefined) return <OfShow show={query.data} />;
  return (
    <PageFrame title={t('title')}>
      {query.isError ? (
        <Failed title={t('failed')} hint={errorText(query.error)} query={query} />
      ) : (
        <Skeletons label={t('loading')} count={5} height={56} className={styles.loading} />
      )}
    </PageFrame>
  );
}

function OfShow({ show }: { show: ShowDetail }) {
  const { showId, facts, role, deletedAt } = show;
  const [asked, change] = useAsked();
  const query = useStandings(show, asked);
  const found = query.data;
  const hasEntries = found !== undefined && found.total > 0;
  return (
    <PageFrame
      title={t('title')}
      lead={
        <Link to={`/events/${showId}`} dir="auto">
          {facts.name}
        </Link>
      }
      actions={
        <>
          {role === 'operator' && deletedAt === null && found !== undefined && (
            <FreezeButton showId={showId} isFrozen={found.frozenAt !== null} />
          )}
          {role === 'operator' && deletedAt === null && hasEntries && <AdvanceButton show={show} asked={asked} />}
          {hasEntries && (
            <ExportButton
              label={t('save')}
              fileName={[fileNameOf(facts.name), t('fileName')].filter(Boolean).join('-')}
              read={async () => ({ text: await readCsv(showId, asked), saved: t('saved') })}
              failed={t('notSaved')}
            />
          )}
          {role === null && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={20} aria-hidden />}
              loading={query.isFetching}
              onClick={() => void query.refetch()}
            >
              {t('refresh')}
            </Button>
          )}
        </>
      }
    >
      {role === null && <p className={styles.note}>{t('onRequest')}</p>}
      {found === undefined && query.isError && (
        <Failed title={t('failed')} hint={errorText(query.error)} query={query} />
      )}
      {found === undefined && query.isPending && (
        <Skeletons label={t('loading')} count={5} height={56} className={styles.loading} />
      )}
      {found !== undefined && (
        <>
          {query.isError && (
            <Alert color="red" role="status" mb="md">
              {t('late', { reason: errorText(query.error) })}
            </Alert>
          )}
          <FrozenNote found={found} />
          {role === 'operator' && deletedAt === null && <StagePanel showId={showId} found={found} />}
          <Filters asked={asked} found={found} onChange={change} />
          {hasEntries ? (
            <Ranking found={found} isOld={query.isPlaceholderData} onPage={(page) => change({ page })} />
          ) : (
            <Nothing isFiltered={asked.group !== undefined || asked.round !== undefined} />
          )}
        </>
      )}
    </PageFrame>
  );
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState title={t(isFiltered ? 'noneFound' : 'none')} hint={t(isFiltered ? 'noneFoundHint' : 'noneHint')} />
);

function FrozenNote({ found: { frozenAt, isFrozen, isRevealing } }: { found: Standings }) {
  if (frozenAt === null) return null;
  return (
    <Alert role="status" icon={<IconLock size={20} aria-hidden />} mb="md">
      {isRevealing ? t('revealing') : t(isFrozen ? 'frozen' : 'frozenForOthers', { time: exactly(frozenAt) })}
    </Alert>
  );
}

/** What others saw so far is given away by releasing, so that is asked twice. */
function FreezeButton({ showId, isFrozen }: { showId: string; isFrozen: boolean }) {
  const { isBusy, freeze } = useFreezing(showId);
  const [isAsked, ask] = useState(false);
  const Icon = isFrozen ? IconLockOpen : IconLock;
  return (
    <>
      <Button
        variant="default"
        title={isFrozen ? undefined : t('freezeHint')}
        loading={isBusy}
        leftSection={<Icon size={20} aria-hidden />}
        onClick={() => (isFrozen ? ask(true) : void freeze(true))}
      >
        {t(isFrozen ? 'unfreeze' : 'freeze')}
      </Button>
      <Confirm
        opened={isAsked}
        title={t('unfreezeTitle')}
        text={t('unfreezeText')}
        yes={t('unfreezeYes')}
        onClose={() => ask(false)}
        onYes={() => void freeze(false)}
      />
    </>
  );
}

function AdvanceButton({ show, asked }: { show: ShowDetail; asked: Asked }) {
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button leftSection={<IconArrowUpRight size={20} aria-hidden />} onClick={() => open(true)}>
        {advanceText('open')}
      </Button>
      <AdvanceDialog show={show} asked={asked} opened={isOpen} onClose={() => open(false)} />
    </>
  );
}

interface FiltersProps {
  readonly asked: Asked;
  readonly found: Standings;
  readonly onChange: (change: Partial<Asked>) => void;
}

/** Of a group without a name, which an address holds as an empty text. */
const ALL = 'all';
const inGroup = (name: string) => `group:${name}`;

function Filters({ asked, found: { groups, rounds, hasTeams }, onChange }: FiltersProps) {
  const { kind, counting, group, round } = asked;
  const isGrouped = groups.length > 1 || group !== undefined;
  const known = group === undefined || groups.includes(group) ? groups : [...groups, group];
  return (
    <div className={styles.filters}>
      {(hasTeams || kind === 'teams') && (
        <SegmentedControl
          aria-label={t('who')}
          value={kind}
          onChange={(value) => onChange({ kind: value })}
          data={(['players', 'teams'] as const).map((value) => ({ value, label: t(value) }))}
        />
      )}
      <Select
        label={t('by')}
        allowDeselect={false}
        value={counting}
        onChange={(value) => onChange({ counting: COUNTINGS.find((one) => one === value) ?? 'points' })}
        data={COUNTINGS.map((value) => ({ value, label: t(`by_${value}`) }))}
      />
      {isGrouped && (
        <Select
          label={t('group')}
          searchable
          allowDeselect={false}
          value={group === undefined ? ALL : inGroup(group)}
          onChange={(value) => onChange({ group: known.find((name) => inGroup(name) === value) })}
          data={[
            { value: ALL, label: t('allGroups') },
            ...known.map((name) => ({ value: inGroup(name), label: name || t('noGroup') })),
          ]}
        />
      )}
      {(rounds > 1 || round !== undefined) && (
        <Select
          label={t('round')}
          allowDeselect={false}
          value={String(round ?? ALL)}
          onChange={(value) => onChange({ round: value === null || value === ALL ? undefined : Number(value) })}
          data={[
            { value: ALL, label: t('allRounds') },
            ...Array.from({ length: Math.max(rounds, round ?? 0) }, (_, at) => ({
              value: String(at + 1),
              label: t('roundN', { n: at + 1 }),
            })),
          ]}
        />
      )}
    </div>
  );
}

interface RankingProps {
  readonly found: Standings;
  /** Others were asked for. */
  readonly isOld: boolean;
  readonly onPage: (page: number) => void;
}

function Ranking({ found, isOld, onPage }: RankingProps) {
  return (
    <>
      <StandingsTable entries={found.entries} counting={found.counting} isOld={isOld} />
      <p className={styles.note}>{t('order')}</p>
      <Pager page={found.page} pages={Math.ceil(found.total / PAGE_SIZE)} onPage={onPage}>
        <span>{t('found', { count: found.total, n: figure(found.total) })}</span>
      </Pager>
    </>
  );
}
