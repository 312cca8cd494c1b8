import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import styles from './forms.module.css';
import { t } from './texts.js';

/** For the person who moderated this game in this browser. */
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
