import { useNow } from './use-now.js';
import { t } from '../../platform/i18n/t.js';

/** Seconds until something is tried again by itself. Not read out: a screen reader would count along. */
export function AgainIn({ at, className }: { at: number; className?: string }) {
  const left = Math.ceil((at - useNow(0, true, 1_000)) / 1_000);
  return (
    <p aria-hidden className={className}>
      {left > 0 ? t('againIn', { count: left }) : t('againNow')}
    </p>
  );
}
