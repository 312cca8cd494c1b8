import type { TemplateSummary } from '@earworm/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { languageName } from '../../shared/ui/language-names.js';
import { ago, exactly } from '../../shared/ui/relative-time.js';
import { t } from './texts.js';
import styles from './template-card.module.css';

interface Props {
  readonly template: TemplateSummary;
  readonly now: number;
  readonly ofOwner?: boolean;
  readonly actions?: ReactNode;
}

export const titleOf = ({ title }: Pick<TemplateSummary, 'title'>) => title || t('untitled');

function Status({ template, ofOwner }: { template: TemplateSummary; ofOwner: boolean }) {
  if (template.takenDown !== null) return <span data-status="down">{t('takenDown')}</span>;
  if (ofOwner)
    return (
      <span data-status={template.publishedAt ? 'public' : 'draft'}>
        {t(template.publishedAt ? 'public' : 'draft')}
      </span>
    );
  return template.isHouse ? <span data-status="built-in">{t('builtIn')}</span> : null;
}

export function TemplateCard({ template, now, ofOwner = false, actions }: Props) {
  const { templateId, description, tags, language, ownerName, useCount, updatedAt } = template;
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <Link to={`/library/template/${templateId}`} dir="auto" lang={language ?? ''}>
            {titleOf(template)}
          </Link>
        </h2>
        <Status template={template} ofOwner={ofOwner} />
      </div>
      <p className={styles.facts}>
        {!ofOwner && <span dir="auto">{t('by', { name: ownerName })}</span>}
        <span>{t('categories', { count: template.categoryCount })}</span>
        <span>{t('questions', { count: template.questionCount })}</span>
        {useCount > 0 && <span>{t('uses', { count: useCount })}</span>}
        {language && <span>{languageName(language)}</span>}
        {ofOwner && (
          <time dateTime={new Date(updatedAt).toISOString()} title={exactly(updatedAt)}>
            {t('updated', { ago: ago(updatedAt, now) })}
          </time>
        )}
      </p>
      {description && (
        <p className={styles.text} dir="auto" lang={language ?? ''}>
          {description}
        </p>
      )}
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={t('tags')}>
          {tags.map((tag) => (
            <li key={tag} dir="auto" lang={language ?? ''}>
              {tag}
            </li>
          ))}
        </ul>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  );
}
