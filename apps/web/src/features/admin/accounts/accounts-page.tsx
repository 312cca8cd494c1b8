import { Button, Select } from '@mantine/core';
import { ACCOUNT_LIMITS, AccountQuery, AccountState } from '@earworm/contracts';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { isLimited } from '../../../platform/http/queries.js';
import { EmptyState, Failed } from '../../../shared/ui/empty-state.js';
import { LimitedPage } from '../../../shared/ui/limited-page.js';
import { PageFrame } from '../../../shared/ui/page-frame.js';
import { Pager } from '../../../shared/ui/pager.js';
import { useQueryInAddress } from '../../../shared/ui/query-in-address.js';
import { AccountRow } from './account-row.js';
import styles from './accounts.module.css';
import { t } from './texts.js';
import { useAccounts } from './use-accounts.js';
import { Form } from '../../../shared/ui/form.js';
import { TextField } from '../../../shared/ui/text-fields.js';
import { Skeletons } from '../../../shared/ui/skeletons.js';

const NAMES = ['search', 'role', 'state', 'page'] as const;
const ROLES = AccountQuery.shape.role.unwrap();

export function AccountsPage() {
  const [query, change] = useQueryInAddress(AccountQuery, NAMES);
  const list = useAccounts(query);
  if (isLimited(list.error)) return <LimitedPage title={t('title')} hint={t('limitedHint')} />;
  const reset = () => change({ search: '', role: undefined, state: undefined });
  return (
    <PageFrame title={t('title')} lead={t('lead')}>
      <div className={styles.filters} role="search">
        <SearchForm key={query.search} search={query.search} onSearch={(search) => change({ search })} />
        <Select
          label={t('role')}
          data={[{ value: '', label: t('all') }, ...ROLES.options.map((role) => ({ value: role, label: t(role) }))]}
          value={query.role ?? ''}
          allowDeselect={false}
          onChange={(role) => change({ role: ROLES.safeParse(role).data })}
        />
        <Select
          label={t('state')}
          data={[
            { value: '', label: t('all') },
            ...AccountState.options.map((state) => ({ value: state, label: t(state) })),
          ]}
          value={query.state ?? ''}
          allowDeselect={false}
          onChange={(state) => change({ state: AccountState.safeParse(state).data })}
        />
      </div>
      {list.isPending && <Skeletons label={t('loading')} count={4} height={64} className={styles.list} />}
      {list.isError && <Failed title={t('failed')} hint={t('failedHint')} query={list} />}
      {list.data?.total === 0 && (
        <EmptyState
          title={t('nothing')}
          hint={t('nothingHint')}
          action={<Button onClick={reset}>{t('reset')}</Button>}
        />
      )}
      {list.data && list.data.total > 0 && (
        <>
          <ul className={styles.list} aria-label={t('rows')}>
            {list.data.accounts.map((account) => (
              <AccountRow key={account.userId} account={account} now={list.dataUpdatedAt} />
            ))}
          </ul>
          <Pager
            page={query.page}
            pages={Math.ceil(list.data.total / ACCOUNT_LIMITS.pageSize)}
            onPage={(page) => change({ page })}
          >
            <span role="status">{t('found', { count: list.data.total })}</span>
          </Pager>
        </>
      )}
    </PageFrame>
  );
}

/** Not while typing: every search is recorded in the audit log. */
function SearchForm({ search, onSearch }: { search: string; onSearch(search: string): void }) {
  const [typed, setTyped] = useState(search);
  return (
    <Form className={styles.search} onSubmit={() => onSearch(typed)}>
      <TextField
        label={t('search')}
        placeholder={t('searchHint')}
        leftSection={<IconSearch size={18} />}
        type="search"
        maxLength={ACCOUNT_LIMITS.searchLength}
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" variant="default">
        {t('find')}
      </Button>
    </Form>
  );
}
