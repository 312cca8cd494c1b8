import { Button } from '@mantine/core';
import type { CategoryView, GameView } from '@earworm/rules';
import { useState } from 'react';
import { Confirm } from '../../ui/confirm.js';
import { halfTypedIn } from './kept-question.js';
import { SoundCheck } from './sound-check.js';
import styles from './setup-desk.module.css';
import { t } from './texts.js';
import type { GiveAndSay } from './use-edits.js';

interface Props {
  readonly view: GameView;
  /** The categories on the screen, also one that another desk has deleted while something is typed in it. */
  readonly cards: readonly CategoryView[];
  readonly giveAndSay: GiveAndSay;
  readonly onStarting: (starting: boolean) => void;
}

export function StartBar({ view, cards, giveAndSay, onStarting }: Props) {
  const [asking, setAsking] = useState<'empty' | 'typed' | null>(null);
  const [busy, setBusy] = useState(false);
  const count = view.categories.reduce((sum, { questions }) => sum + questions.length, 0);
  const start = async () => {
    setBusy(true);
    onStarting(true);
    // Accepted, the game's new state takes the page to the desk.
    if (!(await giveAndSay({ type: 'startGame' }))) onStarting(false);
    setBusy(false);
  };
  const ask = () => {
    // Setup ends with the start, and with it the forms that stand open.
    if (cards.some((category) => halfTypedIn(category).length > 0)) setAsking('typed');
    else if (count === 0) setAsking('empty');
    else void start();
  };
  return (
    <div className={styles.start}>
      <span className={styles.hint}>{t('ready', { count })}</span>
      <SoundCheck view={view} />
      <Button size="lg" loading={busy} onClick={ask}>
        {t('start')}
      </Button>
      <Confirm
        opened={asking !== null}
        title={t(asking === 'typed' ? 'startTypedTitle' : 'startTitle')}
        text={t(asking === 'typed' ? 'startTypedText' : 'startText')}
        yes={t('startYes')}
        onYes={() => void start()}
        onClose={() => setAsking(null)}
      />
    </div>
  );
}
