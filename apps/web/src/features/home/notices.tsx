import { Link } from 'react-router-dom';
import forms from './forms.module.css';
import { t } from './texts.js';
import { askToSignIn } from '../../platform/session/sign-in-prompt.js';
import styles from './home-page.module.css';
import { Button } from '../../shared/controls/button.js';

export function ModeratorBlock({ gameId }: { gameId: string }) {
  return (
    <div className={styles.block}>
      <span>{t('rejoinAsModeratorHint')}</span>
      <Button variant="default" component={Link} to={`/moderator-rejoin/${gameId}`}>
        {t('rejoinAsModerator')}
      </Button>
    </div>
  );
}

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
