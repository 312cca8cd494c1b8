import type { PendingDelay } from '@earworm/client';
import { useNow } from '../../shared/ui/use-now.js';
import { t } from '../../shared/game/texts.js';
import { Waiting } from '../../shared/game/waiting.js';

/** Often enough to see that it moves, seldom enough to be read out. */
const SHOWN_EVERY_MS = 2_000;

/** The wait for a seat while many join from one address, with the place in line. */
export function SeatDelay({ delay }: { delay: PendingDelay }) {
  const now = useNow(0, true, SHOWN_EVERY_MS);
  const left = Math.ceil((delay.until - now) / delay.everyMs);
  return <Waiting text={t('joiningInLine', { place: Math.max(1, Math.min(delay.place, left)) })} />;
}
