import type { ReactNode } from 'react';
import styles from './page-frame.module.css';

/** Names the page in the tab. Every page draws one; the one in index.html is for those who read without running. */
export const PageTitle = ({ text }: { text: string }) => <title>{`${text} · Earworm`}</title>;

interface Props {
  /** The heading, and the name of the browser's tab. */
  readonly title: string;
  readonly lead?: ReactNode;
  /** What can be done with the whole page, at the end of its head. */
  readonly actions?: ReactNode;
  /** For one form: a column in the middle. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

/** A page inside the shell: its head, which begins where the header's brand does, and what is below. */
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
