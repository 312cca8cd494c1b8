import { Button } from '@mantine/core';
import { AUDIT_LIMITS } from '@earworm/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { http } from '../../../platform/http/http.js';
import { isLimited } from '../../../platform/http/queries.js';
import { EmptyState, Failed } from '../../../shared/ui/empty-state.js';
import { viewersZone } from '../../../shared/ui/iso-time.js';
import { LimitedPage } from '../../../shared/ui/limited-page.js';
import { PageFrame } from '../../../shared/ui/page-frame.js';
import { Pager } from '../../../shared/ui/pager.js';
import { Skeletons } from '../../../shared/ui/skeletons.js';
import { AuditFilters } from './audit-filters.js';
import { AuditTable } from './audit-table.js';
import styles from './audit.module.css';
import { type AuditAddress, filterOf, useAuditQuery } from './filter.js';
import { t } from './texts.js';

const ALL: Partial<AuditAddress> = { who: '', act: undefined, target: '', from: undefined, to: undefined };

export function AuditPage() {
  const [zone] = useState(viewersZone);
  const [address, change] = useAuditQuery();
  const filter = filterOf(address, zone);
  const query = { ...filter, page: address.page };
  const list = useQuery({
    queryKey: ['audit', query],
    queryFn: () => http.call('listAudit', { query }),
    placeholderData: keepPreviousData,
  });
  if (isLimited(list.error)) return <LimitedPage title={t('title')} hint={t('limitedHint')} />;
  const { act, from, to, who, target } = address;
  const isFiltered = act !== undefined || from !== undefined || to !== undefined || who !== '' || target !== '';
  return (
    <PageFrame title={t('title')} lead={t('lead')}>
      <AuditFilters address={address} filter={filter} onChange={change} />
      {list.isPending && <Skeletons label={t('loading')} count={4} height={56} className={styles.loading} />}
      {list.isError && <Failed title={t('failed')} hint={t('failedHint')} query={list} />}
      {list.data?.total === 0 && (
        <EmptyState
          title={t(isFiltered ? 'nothing' : 'empty')}
          hint={t(isFiltered ? 'nothingHint' : 'emptyHint')}
          action={isFiltered && <Button onClick={() => change(ALL)}>{t('reset')}</Button>}
        />
      )}
      {list.data && list.data.total > 0 && (
        <>
          <AuditTable entries={list.data.entries} />
          <Pager
            page={address.page}
            pages={Math.ceil(list.data.total / AUDIT_LIMITS.pageSize)}
            onPage={(page) => change({ page })}
          >
            <span role="status">{t('found', { count: list.data.total })}</span>
          </Pager>
        </>
      )}
    </PageFrame>
  );
}
