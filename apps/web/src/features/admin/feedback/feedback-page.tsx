import { Button, Skeleton } from '@mantine/core';
import type { Feedback } from '@earworm/contracts';
import { useState } from 'react';
import { isLimited } from '../../../platform/http/queries.js';
import { EmptyState, Failed, Limited } from '../../../shared/ui/empty-state.js';
import { PageFrame } from '../../../shared/ui/page-frame.js';
import { Pager } from '../../../shared/ui/pager.js';
import { FeedbackDetail } from './feedback-detail.js';
import { FeedbackFilters } from './feedback-filters.js';
import { FeedbackTable } from './feedback-table.js';
import styles from './feedback-page.module.css';
import { useFeedbackQuery, useFeedbackList } from './use-feedback-list.js';
import { t } from './texts.js';

export function FeedbackPage() {
  const [query, change] = useFeedbackQuery();
  const list = useFeedbackList(query);
  const [openId, setOpenId] = useState<string | null>(null);
  const [selected, setSelected] = useState<Feedback | null>(null);
  const filtered = query.search !== '' || query.type !== undefined || query.status !== undefined;
  const reset = () => change({ search: '', type: undefined, status: undefined });
  const open = (entry: Feedback) => {
    setSelected(entry);
    setOpenId(entry.feedbackId);
  };
  // An open entry that the filter no longer finds stays open.
  const current = list.data?.rows.find((row) => row.feedbackId === openId) ?? selected;

  if (isLimited(list.error)) {
    return (
      <PageFrame title={t('title')}>
        <Limited title={t('limited')} hint={t('limitedHint')} />
      </PageFrame>
    );
  }
  return (
    <PageFrame title={t('title')} lead={t('lead')}>
      <FeedbackFilters query={query} byStatus={list.data?.byStatus} onChange={change} />
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
          title={t(filtered ? 'nothing' : 'empty')}
          hint={t(filtered ? 'nothingHint' : 'emptyHint')}
          action={filtered && <Button onClick={reset}>{t('reset')}</Button>}
        />
      )}
      {list.data && list.data.total > 0 && (
        <>
          <FeedbackTable rows={list.data.rows} query={query} onSort={change} onOpen={open} now={list.dataUpdatedAt} />
          <Pager
            page={query.page}
            pages={Math.ceil(list.data.total / query.pageSize)}
            onPage={(page) => change({ page })}
          >
            <span role="status">{t('found', { count: list.data.total })}</span>
          </Pager>
        </>
      )}
      {current && (
        <FeedbackDetail
          key={current.feedbackId}
          entry={current}
          opened={openId !== null}
          onClose={() => setOpenId(null)}
        />
      )}
    </PageFrame>
  );
}
