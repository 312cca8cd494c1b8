import { RefusedError } from '@earworm/contracts';
import { looksLikeAdmin } from '../../platform/session/admin-looking.js';
import { t } from './texts.js';

/** What to try when an administrator's address is not let in. */
export function adminHint(error: unknown, { email }: { email: string }): string | null {
  if (!(error instanceof RefusedError) || !looksLikeAdmin(email)) return null;
  return error.code === 'invalid-credential' || error.code === 'user-not-found' ? t('adminHint') : null;
}
