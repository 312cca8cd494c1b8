import { Button, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { FEEDBACK_LIMITS, FeedbackStatus, FeedbackType } from '@earworm/contracts';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../../platform/notifications/notify.js';
import { saveCsv } from '../../../shared/ui/save-file.js';
import { csvOfFeedback, readAll } from './export-csv.js';
import type { Query } from './use-feedback-list.js';
import styles from './feedback-page.module.css';
import { t } from './texts.js';
import { TextField } from '../../../shared/ui/form.js';

interface Props {
  readonly query: Query;
  readonly byStatus: Readonly<Record<FeedbackStatus, number>> | undefined;
  readonly onChange: (change: Partial<Query>) => void;
}

const TYPING_MS = 300;

export function FeedbackFilters({ query, byStatus, onChange }: Props) {
  const [typed, setTyped] = useState(query.search);
  const [applied, setApplied] = useState(query.search);
  const [exporting, setExporting] = useState(false);
  const search = useDebouncedCallback((text: string) => onChange({ search: text }), TYPING_MS);
  if (applied !== query.search) {
    setApplied(query.search);
    setTyped(query.search);
  }
  const exportAll = async () => {
    setExporting(true);
    try {
      const rows = await readAll({ search: query.search, type: query.type, status: query.status });
      saveCsv(`feedback-${new Date().toISOString().slice(0, 10)}.csv`, csvOfFeedback(rows));
      void notify(t('exported', { count: rows.length }), 'success');
    } catch {
      void notify(t('failed'), 'error');
    } finally {
      setExporting(false);
    }
  };
  return (
    <div className={styles.filters} role="search">
      <TextField
        className={styles.search}
        label={t('search')}
        placeholder={t('searchHint')}
        leftSection={<IconSearch size={18} />}
        type="search"
        maxLength={FEEDBACK_LIMITS.searchLength}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          search(value);
        }}
      />
      <Select
        label={t('type')}
        data={[
          { value: '', label: t('all') },
          ...FeedbackType.options.map((type) => ({ value: type, label: t(type) })),
        ]}
        value={query.type ?? ''}
        allowDeselect={false}
        onChange={(type) => onChange({ type: FeedbackType.safeParse(type).data })}
      />
      <Select
        label={t('status')}
        data={[
          { value: '', label: t('all') },
          ...FeedbackStatus.options.map((status) => ({
            value: status,
            label: byStatus ? `${t(status)} (${byStatus[status]})` : t(status),
          })),
        ]}
        value={query.status ?? ''}
        allowDeselect={false}
        onChange={(status) => onChange({ status: FeedbackStatus.safeParse(status).data })}
      />
      <Button
        variant="default"
        leftSection={<IconDownload size={20} />}
        loading={exporting}
        onClick={() => void exportAll()}
      >
        {t('export')}
      </Button>
    </div>
  );
}
