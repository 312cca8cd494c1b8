import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Mark } from '../../shared/ui/mark.js';
import { PageTitle } from '../../shared/ui/page-title.js';
import styles from '../../shared/game/dead-end.module.css';
import { t } from '../../shared/game/texts.js';

interface SeatLostProps {
  readonly moderatorName: string;
  /** Of the seat. */
  readonly name: string;
  onAsk(name: string): void;
  onJoin(): void;
}

/** The moderator gave this device's seat to another one. */
export function SeatLost({ moderatorName: moderator, name, onAsk, onJoin }: SeatLostProps) {
  return (
    <main className={styles.page} role="alert">
      <PageTitle text={t('lostTitle')} />
      <Mark className={styles.mark} />
      <h1 className={styles.message}>{t('lostTitle')}</h1>
      <p className={styles.hint}>{t('lostText', { moderator, name })}</p>
      <div className={styles.ways}>
        <Button onClick={() => onAsk(name)}>{t('askBack')}</Button>
        <Button variant="default" onClick={onJoin}>
          {t('joinAnew')}
        </Button>
        <Button variant="subtle" component={Link} to="/">
          {t('home')}
        </Button>
      </div>
    </main>
  );
}
