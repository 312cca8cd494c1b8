import { Anchor } from '@mantine/core';
import { type Account, RefusedError } from '@earworm/contracts';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { isLimited } from '../../../platform/http/queries.js';
import { EmptyState, Failed } from '../../../shared/ui/empty-state.js';
import { LimitedPage } from '../../../shared/ui/limited-page.js';
import { PageFrame } from '../../../shared/ui/page-frame.js';
import { ago, exactly } from '../../../shared/ui/relative-time.js';
import { AccountActs } from './account-acts.js';
import { Skeletons } from '../../../shared/ui/skeletons.js';
import styles from './accounts.module.css';
import { GamesOfAccount } from './games-of-account.js';
import { t } from './texts.js';
import { useAccount } from './use-accounts.js';

export function AccountPage() {
  const { userId = '' } = useParams();
  const query = useAccount(userId);
  const account = query.data;
  const isGone = query.error instanceof RefusedError && query.error.code === 'account-not-found';
  if (isLimited(query.error)) return <LimitedPage title={t('account')} hint={t('limitedHint')} />;
  return (
    <PageFrame
      title={account?.displayName ?? t('account')}
      lead={
        <Anchor component={Link} to="/admin/accounts">
          {t('back')}
        </Anchor>
      }
    >
      {query.isPending && <Skeletons label={t('loadingOne')} count={1} height={220} radius="lg" />}
      {isGone && <EmptyState title={t('gone')} hint={t('goneHint')} />}
      {query.isError && !isGone && <Failed title={t('failed')} hint={t('failedHint')} query={query} />}
      {account && (
        <div className={styles.account}>
          <Facts account={account} now={query.dataUpdatedAt} />
          <AccountActs account={account} />
          <GamesOfAccount userId={userId} />
        </div>
      )}
    </PageFrame>
  );
}

function Facts({ account, now }: { account: Account; now: number }) {
  const { userId, role, state, email, createdAt, lastSeenAt } = account;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('email'), email ?? t('none')],
    [t('role'), t(role)],
    [t('state'), t(state)],
    [t('createdAt'), exactly(createdAt)],
    [t('lastSeen'), lastSeenAt === null ? t('unknown') : ago(lastSeenAt, now)],
    [t('userId'), <code key="id">{userId}</code>],
  ];
  return (
    <section className={styles.card} aria-label={t('account')}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
