import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { sayAuthError } from '../../app/notify.js';
import { useSession } from '../../app/session.js';
import styles from './forms.module.css';
import { Notice } from './notice.js';
import { useOneError } from './one-error.js';
import { t } from './texts.js';

interface Props {
  readonly onSignedIn: () => void;
  /** Below another button that is the one to press. */
  readonly quiet?: boolean;
}

export function GuestButton({ onSignedIn, quiet = false }: Props) {
  const signInAsGuest = useSession((session) => session.signInAsGuest);
  const [busy, setBusy] = useState(false);
  const { shown, show } = useOneError();
  const id = useId();

  const goOn = async () => {
    setBusy(true);
    show(null);
    try {
      await signInAsGuest();
      onSignedIn();
    } catch (error) {
      show({ at: id, text: sayAuthError(error, 'guest-failed') });
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
      <Notice tone="bad" text={shown?.at === id ? shown.text : null} />
    </div>
  );
}
