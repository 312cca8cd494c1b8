import { textsOf } from '../../platform/i18n/texts.js';
import en from './en.json' with { type: 'json' };
import type { ReactNode } from 'react';
import { PageTitle } from '../../shared/ui/page.js';
import styles from './legal-page.module.css';

export const t = textsOf('legal', en);

export function LegalPage({ title, updated, children }: { title: string; updated: string; children: ReactNode }) {
  return (
    <article className={styles.page}>
      <PageTitle text={title} />
      <h1>{title}</h1>
      <p className={styles.updated}>{updated}</p>
      {children}
    </article>
  );
}
