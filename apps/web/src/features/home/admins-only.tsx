import { Button } from '@mantine/core';
import { askToSignIn } from '../../platform/session/sign-in-prompt.js';
import forms from './forms.module.css';
import styles from './home-page.module.css';
import { t } from './texts.js';

/** Shown to a user who opened an admins' page without being one; signed in as an admin they are taken to it. */
export function AdminsOnly({ wanted }: { wanted: string }) {
  return (
    <div className={`${forms.block} ${styles.notice}`} role="alert">
      <span>{t('adminsOnly')}</span>
      <Button variant="default" onClick={() => void askToSignIn('admin', wanted)}>
        {t('signInAsAdmin')}
      </Button>
    </div>
  );
}
