import { Button } from '@mantine/core';
import type { Account } from '@earworm/contracts';
import { useState } from 'react';
import { notify } from '../../../platform/notifications/notify.js';
import { useSession } from '../../../platform/session/session.js';
import styles from './accounts.module.css';
import { ReasonDialog } from '../../../shared/ui/reason-dialog.js';
import { t } from './texts.js';
import { type AccountAct, useAct } from './use-accounts.js';

const TONES: Readonly<Record<AccountAct, 'now' | 'wrong'>> = {
  giveAdmin: 'now',
  takeAdmin: 'wrong',
  disable: 'wrong',
  enable: 'now',
  endSessions: 'wrong',
};

function actsOn({ role, state }: Account): AccountAct[] {
  const acts: AccountAct[] = [];
  if (role !== 'guest') acts.push(role === 'admin' ? 'takeAdmin' : 'giveAdmin');
  return [...acts, 'endSessions', state === 'disabled' ? 'enable' : 'disable'];
}

export function AccountActs({ account }: { account: Account }) {
  const isOwn = useSession((session) => session.user?.id === account.userId);
  const mutation = useAct(account);
  const [pending, setPending] = useState<AccountAct | null>(null);
  const [opened, setOpened] = useState(false);
  const { displayName: name, role } = account;
  const ask = (act: AccountAct) => {
    mutation.reset();
    setPending(act);
    setOpened(true);
  };
  const textOf = (act: AccountAct) =>
    act === 'endSessions' && role === 'guest' ? t('endSessionsGuestText') : t(`${act}Text`, { name });
  return (
    <section className={styles.card} aria-label={t('acts')}>
      <h2 className={styles.heading}>{t('acts')}</h2>
      {isOwn && <p className={styles.own}>{t('own')}</p>}
      <div className={styles.acts}>
        {actsOn(account).map((act) => (
          <Button
            key={act}
            variant="default"
            data-tone={TONES[act] === 'wrong' ? 'wrong' : undefined}
            onClick={() => ask(act)}
          >
            {t(act)}
          </Button>
        ))}
      </div>
      {pending !== null && (
        <ReasonDialog
          key={`${pending} ${opened}`}
          opened={opened}
          title={t(pending)}
          text={isOwn ? `${t('own')} ${textOf(pending)}` : textOf(pending)}
          yes={t(pending)}
          tone={TONES[pending]}
          busy={mutation.isPending}
          error={mutation.error}
          onYes={(reason) =>
            mutation.mutate(
              { act: pending, reason },
              {
                onSuccess: () => {
                  setOpened(false);
                  void notify(t(`${pending}Done`, { name }), 'success');
                },
              },
            )
          }
          onClose={() => setOpened(false)}
        />
      )}
    </section>
  );
}
