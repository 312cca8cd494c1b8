import { Select } from '@mantine/core';
import { FEEDBACK_LIMITS, FeedbackStatus, FeedbackType } from '@earworm/contracts';
import { ExportButton } from '../../../shared/ui/export-button.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import { csvOfFeedback, readAll } from './export-csv.js';
import styles from './feedback-page.module.css';
import { t } from './texts.js';
import type { Query } from './use-feedback-list.js';

interface Props {
  readonly query: Query;
  readonly byStatus: Readonly<Record<FeedbackStatus, number>> | undefined;
  readonly onChange: (change: Partial<Query>) => void;
}

export function FeedbackFilters({ query, byStatus, onChange }: Props) {
  const { search, type, status } = query;
  const readFiltered = async () => {
    const rows = await readAll({ search, type, status });
    return { text: csvOfFeedback(rows), saved: t('exported', { count: rows.length }) };
  };
  return (
    <div className={styles.filters} role="search">
      <SearchField
        className={styles.search}
        label={t('search')}
        placeholder={t('searchHint')}
        maxLength={FEEDBACK_LIMITS.searchLength}
        value={search}
        onSearch={(text) => onChange({ search: text })}
      />
      <Select
        label={t('type')}
        data={[
          { value: '', label: t('all') },
          ...FeedbackType.options.map((type) => ({ value: type, label: t(type) })),
        ]}
        value={type ?? ''}
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
        value={status ?? ''}
        allowDeselect={false}
        onChange={(status) => onChange({ status: FeedbackStatus.safeParse(status).data })}
      />
      <ExportButton label={t('export')} fileName="feedback" read={readFiltered} failed={t('exportFailed')} />
    </div>
  );
}
