import { Button, Kbd } from '@mantine/core';
import { IconDeviceRemote, IconVolumeOff } from '@tabler/icons-react';
import type { Rights } from '../../shared/live/use-rights.js';
import styles from './notice-bar.module.css';
import { t } from './texts.js';

interface MusicElsewhereProps {
  readonly isLost: boolean;
  /** More people than the owner run the game: the desk may be another member's. */
  readonly hasCrew: boolean;
  readonly barred: ReturnType<Rights['barred']>;
  onTake(): void;
}

export function MusicElsewhere({ isLost, hasCrew, barred, onTake }: MusicElsewhereProps) {
  const Sign = isLost ? IconVolumeOff : IconDeviceRemote;
  return (
    <section
      className={styles.bar}
      data-urgent={isLost || undefined}
      role={isLost ? 'alert' : 'status'}
      data-testid="music-elsewhere"
    >
      <Sign size={20} aria-hidden />
      <b>{t(isLost ? 'musicLost' : 'remote')}</b>
      <span className={styles.text}>{t(isLost ? 'musicLostText' : hasCrew ? 'remoteTextCrew' : 'remoteText')}</span>
      <Button
        size="xs"
        variant={isLost ? 'filled' : 'default'}
        rightSection={<Kbd aria-hidden>D</Kbd>}
        aria-keyshortcuts="D"
        {...barred}
        onClick={onTake}
      >
        {t('playMusicHere')}
      </Button>
    </section>
  );
}
