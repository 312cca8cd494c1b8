import { Alert } from '@mantine/core';
import type { ClientState, GameClient } from '@earworm/client';
import type { ErrorCode } from '@earworm/contracts';
import { messageOf } from '../../../platform/i18n/t.js';
import { LostConnection } from '../../../shared/live/connecting.js';
import { t } from './texts.js';

export const closeReason = (code: ErrorCode | null): string =>
  code === 'forbidden' ? t('notAdmin') : messageOf(code ?? 'unavailable');

interface Props {
  readonly game: {
    readonly state: Pick<ClientState, 'connection' | 'closedBy' | 'refusedBy'>;
    readonly client: Pick<GameClient, 'nudge'>;
  };
  /** Shown while reconnecting. */
  readonly outdated: string;
}

/** Why the page is not up to date. */
export function ConnectionAlert({ game, outdated }: Props) {
  const { connection, closedBy } = game.state;
  if (connection === 'closed') {
    return (
      <Alert color="red" mb="md">
        {t('closed', { reason: closeReason(closedBy) })}
      </Alert>
    );
  }
  if (connection !== 'reconnecting') return null;
  return (
    <>
      <Alert color="red" mb="md" role="status">
        {outdated}
      </Alert>
      <LostConnection game={game} audience="host" />
    </>
  );
}
