import { Select } from '@mantine/core';
import { AUDIT_ACTS, AUDIT_LIMITS, type AuditFilter } from '@earworm/contracts';
import { ExportButton } from '../../../shared/ui/export-button.js';
import { TextField } from '../../../shared/ui/text-fields.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import styles from './audit.module.css';
import { csvOfAudit, readAllAudit } from './export-csv.js';
import type { AuditAddress } from './filter.js';
import { t } from './texts.js';

interface Props {
  readonly address: AuditAddress;
  readonly filter: AuditFilter;
  readonly onChange: (change: Partial<AuditAddress>) => void;
}

export function AuditFilters({ address, filter, onChange }: Props) {
  const readAll = async () => {
    const entries = await readAllAudit(filter);
    return { text: csvOfAudit(entries), saved: t('exported', { count: entries.length }) };
  };
  return (
    <div className={styles.filters} role="search">
      <SearchField
        label={t('who')}
        placeholder={t('whoHint')}
        maxLength={AUDIT_LIMITS.searchLength}
        value={address.who}
        onSearch={(who) => onChange({ who })}
      />
      <Select
        label={t('act')}
        data={[{ value: '', label: t('all') }, ...AUDIT_ACTS.map((act) => ({ value: act, label: t(act) }))]}
        value={address.act ?? ''}
        allowDeselect={false}
        searchable
        onChange={(value) => onChange({ act: AUDIT_ACTS.find((act) => act === value) })}
      />
      <SearchField
        label={t('target')}
        placeholder={t('targetHint')}
        maxLength={AUDIT_LIMITS.searchLength}
        value={address.target}
        onSearch={(target) => onChange({ target })}
      />
      <DayField label={t('from')} value={address.from} onChange={(from) => onChange({ from })} />
      <DayField label={t('to')} value={address.to} onChange={(to) => onChange({ to })} />
      <ExportButton label={t('export')} fileName="audit-log" read={readAll} failed={t('exportFailed')} />
    </div>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

const DayField = ({ label, value, onChange }: DayProps) => (
  <TextField label={label} type="date" value={value ?? ''} onChange={(value) => onChange(value || undefined)} />
);
