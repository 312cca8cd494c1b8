import type { ReactNode } from 'react';
import styles from './page-frame.module.css';

/** Every page renders one; the title in index.html is for clients without scripts. */
export const PageTitle = ({ text }: { text: string }) => <title>{`${text} · Earworm`}</title>;

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
