import { Pagination } from '@mantine/core';
import { TEMPLATE_LIMITS, type TemplateSummary } from '@earworm/contracts';
import { type ReactNode, useState } from 'react';
import { t as shared } from '../../platform/i18n/t.js';
import { Failed, type Retried } from '../../shared/ui/empty-state.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import styles from './library.module.css';
import { TemplateCard } from './template-card.js';
import { t } from './texts.js';

interface TemplateQuery extends Retried {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isPlaceholderData?: boolean;
}

interface Props {
  readonly query: TemplateQuery;
  readonly templates: readonly TemplateSummary[] | undefined;
  readonly empty: ReactNode;
  readonly ofOwner?: boolean;
  readonly actions?: (template: TemplateSummary) => ReactNode;
}

export function TemplateList({ query, templates, empty, ofOwner = false, actions }: Props) {
  const [now] = useState(Date.now);
  if (query.isPending)
    return <Skeletons label={t('loading')} count={6} height={170} radius="lg" className={styles.list} />;
  // A list that cannot be read again stays.
  if (query.isError && !templates) return <Failed title={t('failed')} hint={t('failedHint')} query={query} />;
  if (!templates || templates.length === 0) return empty;
  return (
    <ul className={styles.list} data-old={query.isPlaceholderData || undefined}>
      {templates.map((template) => (
        <TemplateCard
          key={template.templateId}
          template={template}
          now={now}
          ofOwner={ofOwner}
          actions={actions?.(template)}
        />
      ))}
    </ul>
  );
}

interface PagesProps {
  readonly total: number;
  readonly page: number;
  readonly onChange: (page: number) => void;
}

export function Pages({ total, page, onChange }: PagesProps) {
  const count = Math.min(TEMPLATE_LIMITS.pages, Math.ceil(total / TEMPLATE_LIMITS.pageSize));
  if (count < 2) return null;
  return (
    <nav className={styles.pages} aria-label={t('pages')}>
      <Pagination
        total={count}
        value={page}
        onChange={(next) => {
          onChange(next);
          scrollTo(0, 0);
        }}
        size="lg"
        siblings={0}
        getControlProps={(control) => ({ 'aria-label': shared(control === 'next' ? 'nextPage' : 'previousPage') })}
        getItemProps={(item) => ({ 'aria-label': String(item) })}
      />
    </nav>
  );
}
