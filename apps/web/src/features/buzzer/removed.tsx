import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Removal } from '@earworm/rules';
import { Mark } from '../../shared/ui/mark.js';
import { PageTitle } from '../../shared/ui/page-title.js';
import styles from '../../shared/game/dead-end.module.css';
import { t } from '../../shared/game/texts.js';

interface RemovedProps {
  readonly how: Removal;
  readonly moderatorName: string;
  onAgain(): void;
}

/** The moderator took this player out of the game. No connection stands behind this page. */
export function Removed({ how, moderatorName, onAgain }: RemovedProps) {
  const message = t(how === 'banned' ? 'bannedTitle' : 'removedTitle', { name: moderatorName });
  return (
    <main className={styles.page} role="alert">
      <PageTitle text={message} />
      <Mark className={styles.mark} />
      <h1 className={styles.message}>{message}</h1>
      <div className={styles.ways}>
        {how === 'removed' && <Button onClick={onAgain}>{t('joinAgain')}</Button>}
        <Button component={Link} to="/" variant={how === 'removed' ? 'default' : 'filled'}>
          {t('home')}
        </Button>
      </div>
    </main>
  );
}
