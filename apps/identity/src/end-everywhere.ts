import type { DataSource, EntityManager } from 'typeorm';
import { OidcRecord } from './providers/embedded/oidc-record.entity.js';
import { RefreshSession } from './tokens/refresh-session.entity.js';
import type { Revocations } from './tokens/revocations.js';

/**
 * Signs a user out everywhere, in one transaction with the change that makes it necessary: neither can be had without the
 * other. No token made before this resolves counts after it.
 */
export type EndEverywhere = (userId: string, change?: (tx: EntityManager) => Promise<void>) => Promise<void>;

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
