import { Anchor } from '@mantine/core';
import type { AuditEntry } from '@earworm/contracts';
import { Link } from 'react-router-dom';
import { exactly } from '../../../shared/ui/relative-time.js';
import styles from './audit.module.css';
import { t } from './texts.js';
import { textOfDetails, wordOfAct, wordOfKind, wordOfOutcome } from './words.js';

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <table className={styles.table} aria-label={t('rows')}>
      <thead>
        <tr>
          {(['when', 'who', 'act', 'target', 'outcome'] as const).map((column) => (
            <th key={column} scope="col">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.entryId}>
            <td className={styles.when}>
              <time dateTime={new Date(entry.at).toISOString()}>{exactly(entry.at)}</time>
            </td>
            <td className={styles.who} data-label={t('who')}>
              <ToAccount userId={entry.userId} name={entry.userName} />
            </td>
            <td className={styles.act}>
              <span className={styles.what}>{wordOfAct(entry.act)}</span>
              {Object.keys(entry.details).length > 0 && (
                <span className={styles.details}>{textOfDetails(entry.details)}</span>
              )}
              {entry.reason !== null && <q className={styles.reason}>{entry.reason}</q>}
            </td>
            <td className={styles.target} data-label={t('target')}>
              {entry.target && <Target target={entry.target} />}
            </td>
            <td>
              <span className={styles.outcome} data-outcome={entry.outcome ?? 'open'} title={entry.code ?? undefined}>
                {wordOfOutcome(entry)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const ToAccount = ({ userId, name }: { userId: string; name: string }) => (
  <Anchor component={Link} to={`/admin/accounts/${encodeURIComponent(userId)}`} underline="always" dir="auto">
    {name}
  </Anchor>
);

function Target({ target: { kind, id, name } }: { target: NonNullable<AuditEntry['target']> }) {
  if (kind === 'account') return <ToAccount userId={id} name={name ?? id} />;
  return (
    <>
      {wordOfKind(kind)} <code className={styles.id}>{id}</code>
    </>
  );
}
