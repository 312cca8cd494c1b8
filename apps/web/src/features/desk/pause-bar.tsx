import { Button, Kbd } from '@mantine/core';
import { IconPlayerPauseFilled } from '@tabler/icons-react';
import type { GameView } from '@earworm/rules';
import { useRights } from '../../shared/live/use-rights.js';
import styles from './notice-bar.module.css';
import { t } from './texts.js';

interface PauseBarProps {
  readonly view: GameView;
  onResume(): void;
}

/** While the game is paused, on every desk. */
export function PauseBar({ view, onResume }: PauseBarProps) {
  const rights = useRights(view);
  if (view.paused === undefined) return null;
  return (
    <section className={styles.bar} data-urgent data-testid="pause-bar">
      <IconPlayerPauseFilled size={20} aria-hidden />
      <b role="status">{t('gamePaused')}</b>
      <span className={styles.text}>{t('gamePausedText')}</span>
      <Button
        size="xs"
        variant="default"
        rightSection={<Kbd aria-hidden>G</Kbd>}
        aria-keyshortcuts="G"
        {...rights.barred('judge')}
        onClick={onResume}
      >
        {t('resumeGame')}
      </Button>
    </section>
  );
}
