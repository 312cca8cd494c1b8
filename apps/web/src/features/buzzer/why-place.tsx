import { useState } from 'react';
import type { GameView, OwnSeat } from '@earworm/rules';
import { certaintyOf } from '../../shared/live/certainty.js';
import { lazyDialog } from '../../shared/ui/lazy-dialog.js';
import styles from './buzzer-page.module.css';
import { t } from './texts.js';

const WhyDialog = lazyDialog(
  () => import('../../shared/game/why-dialog.js'),
  (module) => module.WhyDialog,
);

/** Opens why the own buzz, or that of the team, has its place; nothing where that was not measured. */
export function WhyPlace({ view, seat }: { readonly view: GameView; readonly seat: OwnSeat }) {
  const [isOpen, setOpen] = useState(false);
  const queue = view.current?.queue ?? [];
  // Who is first is compared with the second.
  const at = Math.max(1, (seat.place ?? 0) - 1);
  const [before, entry] = [queue[at - 1], queue[at]];
  if (seat.place === null || !before || !entry || certaintyOf(before, entry) === null) return null;
  return (
    <>
      <button type="button" className={styles.why} onClick={() => setOpen(true)}>
        {t('whyPlace')}
      </button>
      <WhyDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        before={before}
        entry={entry}
        isFirst={at === 1}
        buzzOrder={view.settings.buzzOrder}
      />
    </>
  );
}
