import { FileNotes, Warning, workbookText } from '../table-import/file-notes.js';
import { FormError } from '../ui/form.js';
import styles from './list-import.module.css';
import type { ListNote, ListReading } from './read-list.js';
import { t } from './texts.js';

const REFUSED = { empty: 'r_empty', 'not-text': 'r_not_text', 'line-too-long': 'r_line_too_long' } as const;

function refusalText({ code, n = 0 }: Extract<ListReading, { kind: 'refused' }>): string {
  return code === 'excel' || code === 'calc' || code === 'numbers' ? workbookText(code) : t(REFUSED[code], { n });
}

/** Why nothing can be read from a list. */
export function ListProblem({ reading }: { readonly reading: ListReading | null }) {
  if (reading === null || reading.kind === 'read') return null;
  if (reading.kind === 'refused') return <FormError>{refusalText(reading)}</FormError>;
  const { problems, total } = reading;
  return (
    <>
      <FormError>{t('brokenJson')}</FormError>
      <ul className={styles.problems} tabIndex={0} aria-label={t('brokenJson')}>
        {problems.map(({ line, column, code, what }, index) => (
          <li key={index}>
            <b>{t('place', { line, column })}</b>
            <span dir="auto">{t(`p_${code}`, { what })}</span>
          </li>
        ))}
        {total > problems.length && <li>{t('more', { count: total - problems.length })}</li>}
      </ul>
    </>
  );
}

export function ListNotes({ notes }: { readonly notes: readonly ListNote[] }) {
  const rows = notes.find(({ code }) => code === 'too-many-rows');
  return (
    <>
      <FileNotes
        mixed={notes.some(({ code }) => code === 'mixed-encodings')}
        brokenQuoteAt={notes.find(({ code }) => code === 'broken-quote')?.n ?? null}
      />
      {rows && <Warning>{t('n_rows', { count: rows.n })}</Warning>}
    </>
  );
}
