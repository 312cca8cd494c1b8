import type { ClientState } from '@earworm/client';
import { t } from '../../platform/i18n/t.js';

/** For the moderator: so many come from one address that they wait for their seats. */
export function ManyJoins({ presence, className }: { presence: ClientState['presence']; className?: string }) {
  const count = presence?.delayed ?? 0;
  if (count === 0) return null;
  return (
    <p role="status" className={className}>
      {t('manyJoins', { count })}
    </p>
  );
}
