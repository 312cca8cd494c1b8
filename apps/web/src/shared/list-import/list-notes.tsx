import { IconAlertTriangle } from '@tabler/icons-react';
import { FormError } from '../ui/form.js';
import styles from './list-import.module.css';
import type { ListNote, ListReading } from './read-list.js';
import { t } from './texts.js';

const REFUSED = {
  empty: 'r_empty',
  'not-text': 'r_not_text',
  'line-too-long': 'r_line_too_long',
  excel: 'r_excel',
  calc: 'r_calc',
  numbers: 'r_numbers',
} as const;

/** Why nothing can be read from a list. */
export function ListProblem({ reading }: { readonly reading: ListReading | null }) {
  if (reading === null || reading.kind === 'read') return null;
  if (reading.kind === 'refused') return <FormError>{t(REFUSED[reading.code], { n: reading.n ?? 0 })}</FormError>;
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
  return notes.map(({ code, n }) => (
    <p key={code} className={styles.warning}>
      <IconAlertTriangle size={16} aria-hidden />
      {code === 'mixed-encodings' && t('n_mixed')}
      {code === 'broken-quote' && t('n_quote', { n })}
      {code === 'too-many-rows' && t('n_rows', { count: n })}
    </p>
  ));
}
