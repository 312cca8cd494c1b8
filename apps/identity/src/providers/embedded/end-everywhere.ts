import type { DataSource } from 'typeorm';
import { OidcRecord } from './oidc-record.entity.js';
import type { EndEverywhere } from '../../tokens/end-everywhere.js';
import { RefreshSession } from '../../tokens/refresh-session.entity.js';
import type { Revocations } from '../../tokens/revocations.js';

/** Of the users of this service's own database. */
export const endEverywhere =
  (db: DataSource, revocations: Revocations): EndEverywhere =>
  async (userId, change) => {
    await db.transaction(async (tx) => {
      await change?.(tx);
      await tx.delete(RefreshSession, { userId });
      await tx.delete(OidcRecord, { accountId: userId });
      await revocations.write(userId, tx);
    });
    // Anew: until the commit a session could still make tokens.
    await revocations.revoke(userId);
  };
