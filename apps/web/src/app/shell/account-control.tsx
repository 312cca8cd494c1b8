import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { busyDuring } from '../../platform/busy-control.js';
import { t } from '../../platform/i18n/t.js';
import { lazyWithKit } from '../lazy.js';
import { Button } from '../../shared/controls/button.js';
import { useSession } from '../../platform/session/session.js';
import { askToSignIn, askToSignUp } from '../../platform/session/sign-in-prompt.js';
import styles from './header.module.css';

const GuestSignOut = lazyWithKit(async () => (await import('./guest-sign-out.js')).GuestSignOut);

export function AccountControl() {
  const user = useSession((session) => session.user);
  const signOut = useSession((session) => session.signOut);
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);

  if (!user) {
    return (
      <Button variant="default" onClick={() => void askToSignIn()}>
        {t('signIn')}
      </Button>
    );
  }
  const name = user.isGuest ? t('guest') : user.name;
  const leave = async () => {
    await busyDuring(signOut());
    await navigate('/');
  };
  return (
    <span className={styles.account}>
      <Link to="/account" className={styles.name} title={t('signedInAs', { name })}>
        {name}
      </Link>
      {user.isGuest && <Button onClick={() => void askToSignUp()}>{t('createAccount')}</Button>}
      <Button variant="default" onClick={() => (user.isGuest ? setAsking(true) : void leave())}>
        {t('signOut')}
      </Button>
      {asking && user.isGuest && (
        <Suspense>
          <GuestSignOut onYes={() => void leave()} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </span>
  );
}
