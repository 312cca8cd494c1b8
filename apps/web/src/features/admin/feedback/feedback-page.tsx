import { Button } from '@mantine/core';
import type { Feedback } from '@earworm/contracts';
import { useState } from 'react';
import { isLimited } from '../../../platform/http/queries.js';
import { EmptyState, Failed } from '../../../shared/ui/empty-state.js';
import { LimitedPage } from '../../../shared/ui/limited-page.js';
import { PageFrame } from '../../../shared/ui/page-frame.js';
import { Pager } from '../../../shared/ui/pager.js';
import { Skeletons } from '../../../shared/ui/skeletons.js';
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

  if (isLimited(list.error)) return <LimitedPage title={t('title')} hint={t('limitedHint')} />;
  return (
    <PageFrame title={t('title')} lead={t('lead')}>
      <FeedbackFilters query={query} byStatus={list.data?.byStatus} onChange={change} />
      {list.isPending && <Skeletons label={t('loading')} count={4} height={56} className={styles.loading} />}
      {list.isError && <Failed title={t('failed')} hint={t('failedHint')} query={list} />}
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
