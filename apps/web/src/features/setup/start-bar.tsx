import { Button } from '@mantine/core';
import type { GameView } from '@earworm/rules';
import { useState } from 'react';
import { Confirm } from '../../ui/confirm.js';
import { SoundCheck } from './sound-check.js';
import styles from './setup-desk.module.css';
import { t } from './texts.js';
import type { GiveAndSay } from './use-edits.js';

export function StartBar({ view, giveAndSay }: { view: GameView; giveAndSay: GiveAndSay }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const count = view.categories.reduce((sum, { questions }) => sum + questions.length, 0);
  const start = async () => {
    setBusy(true);
    // Accepted, the game's new state takes the page to the desk.
    await giveAndSay({ type: 'startGame' });
    setBusy(false);
  };
  return (
    <div className={styles.start}>
      <span className={styles.hint}>{t('ready', { count })}</span>
      <SoundCheck view={view} />
      <Button size="lg" loading={busy} onClick={() => (count === 0 ? setAsking(true) : void start())}>
        {t('start')}
      </Button>
      <Confirm
        opened={asking}
        title={t('startTitle')}
        text={t('startText')}
        yes={t('startYes')}
        onYes={() => void start()}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
