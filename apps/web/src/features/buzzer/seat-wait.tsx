import { Button } from '@mantine/core';
import type { GameView } from '@earworm/rules';
import { PageSpinner } from '../../shared/ui/page-spinner.js';
import { PageTitle } from '../../shared/ui/page-title.js';
import styles from '../../shared/game/dead-end.module.css';
import { t } from '../../shared/game/texts.js';

interface SeatWaitProps {
  readonly view: GameView;
  /** Of the seat. */
  readonly name: string;
  onEnd(): void;
}

/** Until the moderator has answered who asks for a seat. */
export function SeatWait({ view: { moderatorName: moderator, moderatorLeft }, name, onEnd }: SeatWaitProps) {
  const title = t('seatWaitTitle', { moderator });
  return (
    <main className={styles.page} aria-busy>
      <PageTitle text={title} />
      <PageSpinner />
      <div role="status" className={styles.told}>
        <h1 className={styles.message}>{title}</h1>
        <p className={styles.hint}>
          {moderatorLeft ? t('moderatorAwayShort', { name: moderator }) : t('seatWaitText', { moderator, name })}
        </p>
      </div>
      <div className={styles.ways}>
        <Button variant="default" onClick={onEnd}>
          {t('seatWaitEnd')}
        </Button>
      </div>
    </main>
  );
}
