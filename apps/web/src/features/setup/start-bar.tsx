import { Button } from '@mantine/core';
import { type GameView, isStartHeld } from '@earworm/rules';
import { useState } from 'react';
import { ConfirmStart, missedByStart } from '../../shared/board-editor/confirm-start.js';
import type { BoardCategory } from '../../shared/live/board.js';
import { useRights } from '../../shared/live/use-rights.js';
import { SoundCheck } from '../../shared/board-editor/sound-check.js';
import styles from './setup-desk.module.css';
import { t } from './texts.js';
import type { GiveOrNotify } from './use-edits.js';

interface Props {
  readonly view: GameView;
  /** Including categories that another desk deleted while something is typed in them. */
  readonly cards: readonly BoardCategory[];
  readonly count: number;
  readonly giveOrNotify: GiveOrNotify;
  readonly onStarting: (starting: boolean) => void;
}

export function StartBar({ view, cards, count, giveOrNotify, onStarting }: Props) {
  const [missed, setMissed] = useState<ReturnType<typeof missedByStart>>([]);
  const rights = useRights(view);
  const isHeld = isStartHeld(view);
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    onStarting(true);
    // Once accepted, the new state navigates to the desk.
    if (!(await giveOrNotify({ type: 'startGame' }))) onStarting(false);
    setBusy(false);
  };
  const ask = () => {
    const found = missedByStart(cards, view.activeCount);
    setMissed(found);
    if (found.length === 0) void start();
  };
  return (
    <div className={styles.start}>
      <span className={styles.hint} role="status">
        {isHeld ? t('startHeld') : t('ready', { count })}
      </span>
      <SoundCheck categories={cards} />
      <Button size="lg" loading={busy} {...rights.barred('judge', isHeld)} onClick={ask}>
        {t('start')}
      </Button>
      <ConfirmStart missed={missed} onYes={() => void start()} onClose={() => setMissed([])} />
    </div>
  );
}
