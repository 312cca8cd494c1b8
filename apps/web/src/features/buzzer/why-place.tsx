import type { GameView, OwnSeat } from '@earworm/rules';
import { WhyButton } from '../../shared/game/why-button.js';
import { certaintyOf } from '../../shared/live/certainty.js';
import styles from './buzzer-page.module.css';
import { t } from './texts.js';

/** Opens why the own buzz, or that of the team, has its place; nothing where that was not measured. */
export function WhyPlace({ view, seat }: { readonly view: GameView; readonly seat: OwnSeat }) {
  const queue = view.current?.queue ?? [];
  // Who is first is compared with the second.
  const at = Math.max(1, (seat.place ?? 0) - 1);
  const [before, entry] = [queue[at - 1], queue[at]];
  if (seat.place === null || !before || !entry || certaintyOf(before, entry) === null) return null;
  return (
    <WhyButton
      before={before}
      entry={entry}
      buzzOrder={view.settings.buzzOrder}
      text={t('whyPlace')}
      className={styles.why}
    />
  );
}
