import type { Account } from '@earworm/contracts';
import { Link } from 'react-router-dom';
import { ago, exactly } from '../../../shared/ui/relative-time.js';
import styles from './accounts.module.css';
import { t } from './texts.js';

export function AccountRow({ account, now }: { account: Account; now: number }) {
  const { userId, displayName, email, createdAt } = account;
  return (
    <li className={styles.row}>
      <Link className={styles.name} to={`/admin/accounts/${encodeURIComponent(userId)}`} dir="auto">
        {displayName}
      </Link>
      <span className={styles.email}>{email ?? userId}</span>
      <Badges account={account} />
      <time className={styles.when} dateTime={new Date(createdAt).toISOString()} title={exactly(createdAt)}>
        {t('created', { when: ago(createdAt, now) })}
      </time>
    </li>
  );
}

function Badges({ account: { role, state } }: { account: Account }) {
  return (
    <span className={styles.badges}>
      {role !== 'registered' && (
        <span className={styles.badge} data-role={role}>
          {t(role)}
        </span>
      )}
      {state === 'disabled' && (
        <span className={styles.badge} data-state={state}>
          {t(state)}
        </span>
      )}
    </span>
  );
}
