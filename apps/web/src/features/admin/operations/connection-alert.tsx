import { Alert } from '@mantine/core';
import type { ClientState } from '@earworm/client';
import type { ErrorCode } from '@earworm/contracts';
import { messageOf } from '../../../platform/i18n/t.js';
import { t } from './texts.js';

export const closeReason = (code: ErrorCode | null): string =>
  code === 'forbidden' ? t('notAdmin') : messageOf(code ?? 'unavailable');

interface Props extends Pick<ClientState, 'connection' | 'closedBy'> {
  /** Shown while reconnecting. */
  readonly outdated: string;
}

/** Why the page is not up to date. */
export function ConnectionAlert({ connection, closedBy, outdated }: Props) {
  if (connection === 'closed') {
    return (
      <Alert color="red" mb="md">
        {t('closed', { reason: closeReason(closedBy) })}
      </Alert>
    );
  }
  if (connection !== 'reconnecting') return null;
  return (
    <Alert color="red" mb="md" role="status">
      {outdated}
    </Alert>
  );
}
