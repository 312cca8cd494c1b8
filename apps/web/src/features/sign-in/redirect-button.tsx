import { Button } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { authErrorText } from '../../platform/notifications/notify.js';
import styles from './forms.module.css';
import { Notice } from './notice.js';
import { useOneError } from './one-error.js';
import { t } from './texts.js';
import { useSingleSignOn } from './use-single-sign-on.js';

interface Props {
  readonly wanted: string | null;
}

export function RedirectButton({ wanted }: Props) {
  const { isOffered, leave } = useSingleSignOn(wanted);
  const [leaving, setLeaving] = useState(false);
  const { formError, show } = useOneError();
  const id = useId();
  const hintId = `${id}-hint`;
  const secure = leave !== null;

  // The browser may restore the page from its cache.
  useEffect(() => {
    const back = () => setLeaving(false);
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  if (!isOffered) return null;
  const press = async () => {
    setLeaving(true);
    show(null);
    try {
      await leave?.();
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
        onClick={() => void press()}
        aria-describedby={hintId}
      >
        {t('singleSignOn')}
      </Button>
      <p id={hintId} className={styles.guestHint}>
        {t(secure ? 'secondFactorHint' : 'singleSignOnInsecure')}
      </p>
      <Notice tone="bad" text={formError?.at === id ? formError.text : null} />
    </div>
  );
}
