import { Button } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { t } from '../../i18n/t.js';
import { useSession } from '../session.js';
import { askToSignIn } from '../sign-in-prompt.js';
import styles from './header.module.css';

export function AccountControl() {
  const user = useSession((session) => session.user);
  const signOut = useSession((session) => session.signOut);
  const navigate = useNavigate();

  if (!user) {
    return (
      <Button variant="default" onClick={() => void askToSignIn()}>
        {t('signIn')}
      </Button>
    );
  }
  const name = user.isGuest ? t('guest') : user.name;
  const leave = async () => {
    await signOut();
    await navigate('/');
  };
  return (
    <span className={styles.account}>
      <span className={styles.name} title={t('signedInAs', { name })}>
        {name}
      </span>
      <Button variant="default" onClick={() => void leave()}>
        {t('signOut')}
      </Button>
    </span>
  );
}
