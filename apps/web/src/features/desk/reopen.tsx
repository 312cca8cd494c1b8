import { Button } from '@mantine/core';
import { type GameView, REOPEN_MS } from '@earworm/rules';
import { useState } from 'react';
import { useNow } from '../../shared/ui/use-now.js';
import styles from './reopen.module.css';
import { useRights } from '../../shared/live/use-rights.js';
import { t } from './texts.js';
import type { Desk } from './use-desk.js';

const MINUTE_MS = 60_000;

interface ReopenProps {
  readonly view: GameView;
  readonly clockOffsetMs: number;
  readonly give: Desk['give'];
}

/** Undoes the end of the game, until it is too late or the players have been sent to the next game. */
export function Reopen({ view, clockOffsetMs, give }: ReopenProps) {
  const [busy, setBusy] = useState(false);
  const rights = useRights(view);
  const now = useNow(clockOffsetMs, true, 1_000);
  const leftMs = (view.completedAt ?? 0) + REOPEN_MS - now;
  if (view.next !== null || leftMs <= 0) return null;
  const reopen = async () => {
    setBusy(true);
    await give({ type: 'reopenGame' });
    setBusy(false);
  };
  return (
    <section className={styles.bar} aria-label={t('endedByMistake')}>
      <p className={styles.text}>{t('reopenText', { count: Math.ceil(leftMs / MINUTE_MS) })}</p>
      <Button size="sm" variant="default" loading={busy} {...rights.barred('judge')} onClick={() => void reopen()}>
        {t('reopen')}
      </Button>
    </section>
  );
}
