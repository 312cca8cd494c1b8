import { Button } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { authErrorText } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import styles from './forms.module.css';
import { Notice } from './notice.js';
import { useOneError } from './one-error.js';
import { t } from './texts.js';

interface Props {
  readonly wanted: string | null;
}

/** PKCE needs WebCrypto, which only secure pages have. */
export function RedirectButton({ wanted }: Props) {
  const signInByRedirect = useSession((session) => session.signInByRedirect);
  const [leaving, setLeaving] = useState(false);
  const { formError, show } = useOneError();
  const id = useId();
  const hintId = `${id}-hint`;
  const secure = window.isSecureContext;

  // The browser may restore the page from its cache.
  useEffect(() => {
    const back = () => setLeaving(false);
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  const leave = async () => {
    setLeaving(true);
    show(null);
    try {
      await signInByRedirect(wanted ?? `${location.pathname}${location.search}`);
    } catch (error) {
      show({ at: id, text: authErrorText(error, 'sign-in-failed') });
      setLeaving(false);
    }
  };

  return (
    <div className={styles.redirect}>
      <Button
        variant="default"
        fullWidth
        disabled={!secure}
        loading={leaving}
        onClick={() => void leave()}
        aria-describedby={secure ? undefined : hintId}
      >
        {t('singleSignOn')}
      </Button>
      {!secure && (
        <p id={hintId} className={styles.guestHint}>
          {t('singleSignOnInsecure')}
        </p>
      )}
      <Notice tone="bad" text={formError?.at === id ? formError.text : null} />
    </div>
  );
}
