import { useState } from 'react';
import { t } from '../../platform/i18n/t.js';
import { isStored } from '../../platform/storage/local.js';
import styles from './form.module.css';

/** What a reload will lose where the browser stores nothing for this site. */
export function StorageNote({ audience }: { audience: 'player' | 'host' }) {
  const [stored] = useState(isStored);
  if (stored) return null;
  const seat = navigator.cookieEnabled ? 'notStoredPlayer' : 'notStoredNoCookie';
  return (
    <p className={styles.note} role="note">
      {t(audience === 'host' ? 'notStoredHost' : seat)}
    </p>
  );
}
