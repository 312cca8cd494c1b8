import { Button, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { AUDIT_ACTS, AUDIT_LIMITS, type AuditFilter } from '@earworm/contracts';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../../platform/notifications/notify.js';
import { saveCsv } from '../../../shared/ui/save-file.js';
import styles from './audit.module.css';
import { csvOfAudit, readAllAudit } from './export-csv.js';
import type { AuditAddress } from './filter.js';
import { t } from './texts.js';
import { TextField } from '../../../shared/ui/form.js';

interface Props {
  readonly address: AuditAddress;
  readonly filter: AuditFilter;
  readonly onChange: (change: Partial<AuditAddress>) => void;
}

const TYPING_MS = 300;

export function AuditFilters({ address, filter, onChange }: Props) {
  const [exporting, setExporting] = useState(false);
  const exportAll = async () => {
    setExporting(true);
    try {
      const entries = await readAllAudit(filter);
      saveCsv(`audit-log-${new Date().toISOString().slice(0, 10)}.csv`, csvOfAudit(entries));
      void notify(t('exported', { count: entries.length }), 'success');
    } catch {
      void notify(t('exportFailed'), 'error');
    } finally {
      setExporting(false);
    }
  };
  return (
    <div className={styles.filters} role="search">
      <SearchField label={t('who')} hint={t('whoHint')} value={address.who} onChange={(who) => onChange({ who })} />
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
        hint={t('targetHint')}
        value={address.target}
        onChange={(target) => onChange({ target })}
      />
      <DayField label={t('from')} value={address.from} onChange={(from) => onChange({ from })} />
      <DayField label={t('to')} value={address.to} onChange={(to) => onChange({ to })} />
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

interface SearchProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SearchField({ label, hint, value, onChange }: SearchProps) {
  const [typed, setTyped] = useState(value);
  const [applied, setApplied] = useState(value);
  const apply = useDebouncedCallback(onChange, TYPING_MS);
  if (applied !== value) {
    setApplied(value);
    setTyped(value);
  }
  return (
    <TextField
      label={label}
      placeholder={hint}
      leftSection={<IconSearch size={18} />}
      type="search"
      maxLength={AUDIT_LIMITS.searchLength}
      value={typed}
      onChange={(value) => {
        setTyped(value);
        apply(value);
      }}
    />
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
