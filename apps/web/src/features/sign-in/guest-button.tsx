import { Button } from '@mantine/core';
import { useState } from 'react';
import { sayError } from '../../app/notify.js';
import { useSession } from '../../app/session.js';
import styles from './forms.module.css';
import { Notice } from './notice.js';
import { t } from './texts.js';

interface Props {
  readonly onSignedIn: () => void;
  /** Below another button that is the one to press. */
  readonly quiet?: boolean;
}

export function GuestButton({ onSignedIn, quiet = false }: Props) {
  const signInAsGuest = useSession((session) => session.signInAsGuest);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const goOn = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      await signInAsGuest();
      onSignedIn();
    } catch (error) {
      setRefusal(sayError(error, 'guest-failed'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.guest}>
      <Button
        size="lg"
        fullWidth
        variant={quiet ? 'default' : 'filled'}
        loading={busy}
        onClick={() => void goOn()}
        data-autofocus={!quiet || undefined}
      >
        {t('guest')}
      </Button>
      <p className={styles.guestHint}>{t('guestHint')}</p>
      <Notice tone="bad" text={refusal} />
    </div>
  );
}
