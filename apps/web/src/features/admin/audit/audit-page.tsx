import { Button, Skeleton } from '@mantine/core';
import { AUDIT_LIMITS } from '@earworm/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { http } from '../../../platform/http/http.js';
import { isLimited } from '../../../platform/http/queries.js';
import { EmptyState, Failed, Limited } from '../../../shared/ui/empty-state.js';
import { viewersZone } from '../../../shared/ui/iso-time.js';
import { PageFrame } from '../../../shared/ui/page-frame.js';
import { Pager } from '../../../shared/ui/pager.js';
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
  if (isLimited(list.error))
    return (
      <PageFrame title={t('title')}>
        <Limited title={t('limited')} hint={t('limitedHint')} />
      </PageFrame>
    );
  const { act, from, to, who, target } = address;
  const isFiltered = act !== undefined || from !== undefined || to !== undefined || who !== '' || target !== '';
  return (
    <PageFrame title={t('title')} lead={t('lead')}>
      <AuditFilters address={address} filter={filter} onChange={change} />
      {list.isPending && (
        <div className={styles.loading} role="status" aria-label={t('loading')}>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} height={56} radius="md" />
          ))}
        </div>
      )}
      {list.isError && (
        <Failed
          title={t('failed')}
          hint={t('failedHint')}
          again={t('again')}
          busy={list.isFetching}
          onAgain={() => void list.refetch()}
        />
      )}
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
