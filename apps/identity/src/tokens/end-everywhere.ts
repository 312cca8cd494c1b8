import type { DataSource, EntityManager } from 'typeorm';
import type { Revocations } from './revocations.js';

/** In one transaction with the change that requires it. No token made before this resolves counts after it. */
export type EndEverywhere = (userId: string, change?: (tx: EntityManager) => Promise<void>) => Promise<void>;

export const endEverywhere =
  (
    db: DataSource,
    revocations: Pick<Revocations, 'write' | 'revoke'>,
    endSessions: (userId: string, tx: EntityManager) => Promise<void>,
  ): EndEverywhere =>
  async (userId, change) => {
    await db.transaction(async (tx) => {
      await change?.(tx);
      await endSessions(userId, tx);
      await revocations.write(userId, tx);
    });
    // Again: until the commit a session could still make tokens.
    await revocations.revoke(userId);
  };
