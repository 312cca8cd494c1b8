import type { ImportProblem } from '@earworm/contracts';
import styles from './library.module.css';
import { t } from './texts.js';

interface Props {
  readonly problems: readonly ImportProblem[];
  readonly total: number;
}

export function Problems({ problems, total }: Props) {
  return (
    <ul className={styles.problems} tabIndex={0} aria-label={t('importTitle')}>
      {problems.map(({ line, column, code, what }, index) => (
        <li key={index}>
          <b>{t('place', { line, column })}</b>
          <span dir="auto">{t(`p_${code}`, { what })}</span>
        </li>
      ))}
      {total > problems.length && <li>{t('importMore', { count: total - problems.length })}</li>}
    </ul>
  );
}
