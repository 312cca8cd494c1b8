import { Button, CloseButton } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { GameView } from '@earworm/rules';
import { useState } from 'react';
import { NewLinkDialog } from '../../shared/crew/crew-parts.js';
import { readStored, writeStored } from '../../shared/live/stored.js';
import { useRights } from '../../shared/live/use-rights.js';
import styles from './setup-desk.module.css';
import { t } from './texts.js';

const keyOf = (gameId: string) => `way-back.${gameId}`;

/** Offered once: a host whose device fails gets back to the desk by a link that was kept elsewhere. */
export function WayBackCard({ view }: { view: GameView }) {
  const rights = useRights(view);
  const [isGone, setGone] = useState(() => readStored(keyOf(view.gameId)) !== null);
  const [opened, setOpened] = useState(false);
  const dismiss = () => {
    writeStored(keyOf(view.gameId), {});
    setGone(true);
  };
  if (isGone || !rights.may('lead')) return null;
  return (
    <section className={styles.card} aria-labelledby="way-back">
      <h2 id="way-back" className={styles.cardTitle}>
        {t('wayBack')}
        <CloseButton aria-label={t('wayBackDismiss')} onClick={dismiss} />
      </h2>
      <p className={styles.hint}>{t('wayBackHint')}</p>
      <Button variant="default" leftSection={<IconLink size={20} aria-hidden />} onClick={() => setOpened(true)}>
        {t('wayBackMake')}
      </Button>
      <NewLinkDialog gameId={view.gameId} purpose="way-back" opened={opened} onClose={() => setOpened(false)} />
    </section>
  );
}
