import type { ReactNode } from 'react';
import { PageTitle } from './page.js';
import styles from './page-frame.module.css';

interface Props {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

export function PageFrame({ title, lead, actions, narrow = false, children }: Props) {
  return (
    <div className={styles.frame} data-narrow={narrow || undefined}>
      <PageTitle text={title} />
      <div className={styles.head}>
        <div>
          <h1 className={styles.title} dir="auto">
            {title}
          </h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {Boolean(actions) && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
