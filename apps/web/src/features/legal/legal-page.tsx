import type { ReactNode } from 'react';
import { PageTitle } from '../../shared/ui/page.js';
import styles from './legal-page.module.css';

interface Props {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

export function LegalPage({ title, lead, children }: Props) {
  return (
    <article className={styles.page}>
      <PageTitle text={title} />
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </article>
  );
}
