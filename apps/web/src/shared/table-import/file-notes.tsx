import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './table-import.module.css';
import { t } from './texts.js';
import type { Workbook } from './workbook.js';

export const workbookText = (workbook: Workbook): string => t(`r_${workbook}`);

export const Warning = ({ children }: { children: ReactNode }) => (
  <p className={styles.warning}>
    <IconAlertTriangle size={16} aria-hidden />
    {children}
  </p>
);

interface FileNotesProps {
  readonly mixed: boolean;
  readonly brokenQuoteAt: number | null;
}

/** What to check in a file that was read all the same. */
export const FileNotes = ({ mixed, brokenQuoteAt }: FileNotesProps) => (
  <>
    {mixed && <Warning>{t('n_mixed')}</Warning>}
    {brokenQuoteAt !== null && <Warning>{t('n_quote', { n: brokenQuoteAt })}</Warning>}
  </>
);
