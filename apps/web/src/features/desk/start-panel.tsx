import { Button, Kbd } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { type GameView, isStartHeld } from '@earworm/rules';
import { CodeBadge, JoinAddress } from '../../shared/invite/code-badge.js';
import styles from './panels.module.css';
import { roundOf } from '../../shared/live/round.js';
import { useRights } from '../../shared/live/use-rights.js';
import { lazyPart } from '../../shared/ui/lazy-part.js';
import { t } from './texts.js';

/** In the lobby alone: a desk that opens during the game does without it. */
const JoinQr = lazyPart(
  async () => (await import('../../shared/invite/qr-dialog.js')).JoinQr,
  <svg className={styles.qr} viewBox="0 0 1 1" aria-hidden />,
);

export function StartPanel({ view, onStart }: { view: GameView; onStart(): void }) {
  const rights = useRights(view);
  const { total } = roundOf(view);
  return (
    <section className={styles.start} data-testid="start-panel">
      <JoinQr game={view} className={styles.qr} />
      <div className={styles.how}>
        <h1 className="sr-only">{t('lobbyTitle')}</h1>
        <p className={styles.address}>
          {t('joinAt')}{' '}
          <b>
            <JoinAddress />
          </b>
        </p>
        <span className={styles.code}>
          <CodeBadge code={view.gameCode} />
        </span>
        <p className={styles.text}>
          {isStartHeld(view) ? t('startHeld') : total > 0 ? t('startText', { count: total }) : t('noQuestions')}
        </p>
        <div className={styles.ways}>
          <Button
            size="lg"
            {...rights.barred('judge', total === 0 || isStartHeld(view))}
            leftSection={<IconPlayerPlayFilled size={20} aria-hidden />}
            rightSection={<Kbd aria-hidden>S</Kbd>}
            aria-keyshortcuts="S"
            onClick={onStart}
          >
            {t('start')}
          </Button>
          <Button component={Link} to={`/setup/${view.gameId}`} size="lg" variant="default">
            {t('backToSetup')}
          </Button>
        </div>
      </div>
    </section>
  );
}
