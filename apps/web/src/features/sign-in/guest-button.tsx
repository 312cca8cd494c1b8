import { Button } from '@mantine/core';
import { useId } from 'react';
import { authErrorText } from '../../platform/notifications/notify.js';
import { useGuestSignIn } from '../../platform/session/use-guest-sign-in.js';
import { messageOf } from '../../platform/i18n/t.js';
import { AgainIn } from '../../shared/ui/use-now.js';
import styles from './forms.module.css';
import { Notice } from './notice.js';
import { useOneError } from './one-error.js';
import { t } from './texts.js';

interface Props {
  readonly onSignedIn: () => void;
  readonly quiet?: boolean;
  readonly failure?: unknown;
}

export function GuestButton({ onSignedIn, quiet = false, failure }: Props) {
  const id = useId();
  const { formError, show } = useOneError();
  const guest = useGuestSignIn({
    failure,
    onSignedIn,
    onFailed: (error) => show({ at: id, text: authErrorText(error, 'guest-failed') }),
  });
  const waits = guest.nextAt !== null;

  const start = () => {
    show(null);
    guest.start();
  };

  return (
    <div className={styles.guest}>
      <Notice tone="info" text={waits ? messageOf('guest-wait') : null} />
      <Button
        size="lg"
        fullWidth
        variant={quiet ? 'default' : 'filled'}
        loading={guest.asking}
        onClick={start}
        data-autofocus={!quiet || undefined}
      >
        {waits ? t('guestNow') : t('guest')}
      </Button>
      {guest.nextAt === null ? (
        <p className={styles.guestHint}>{t('guestHint')}</p>
      ) : (
        <AgainIn at={guest.nextAt} className={styles.guestHint} />
      )}
      <Notice tone="bad" text={formError?.at === id ? formError.text : null} />
    </div>
  );
}
