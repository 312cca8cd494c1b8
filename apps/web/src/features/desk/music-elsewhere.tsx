import { Button, Kbd } from '@mantine/core';
import { IconDeviceRemote, IconVolumeOff } from '@tabler/icons-react';
import styles from './music-elsewhere.module.css';
import { t } from './texts.js';

export function MusicElsewhere({ isLost, onTake }: { readonly isLost: boolean; onTake(): void }) {
  const Sign = isLost ? IconVolumeOff : IconDeviceRemote;
  return (
    <section className={styles.bar} data-lost={isLost} role={isLost ? 'alert' : 'status'} data-testid="music-elsewhere">
      <Sign size={20} aria-hidden />
      <b>{t(isLost ? 'musicLost' : 'remote')}</b>
      <span className={styles.text}>{t(isLost ? 'musicLostText' : 'remoteText')}</span>
      <Button
        size="xs"
        variant={isLost ? 'filled' : 'default'}
        rightSection={<Kbd aria-hidden>D</Kbd>}
        aria-keyshortcuts="D"
        onClick={onTake}
      >
        {t('playMusicHere')}
      </Button>
    </section>
  );
}
