import type { DataSource } from 'typeorm';
import type { Revocations } from '../../tokens/revocations.js';
import type { RefreshTokens } from '../../tokens/refresh-tokens.js';
import { OidcRecord } from './oidc-record.entity.js';

/** A code that was exchanged, as it is stored. */
export interface UsedCode {
  readonly accountId: string;
  /** The browser's session at the realm's own pages that the code and its tokens belong to. */
  readonly sessionUid: string;
}

/** Ends what came from a code that is used a second time: who holds its tokens may be its thief (RFC 6749, 4.1.2). */
export type EndTokensOf = (code: UsedCode) => Promise<void>;

export const endTokensOf =
  (
    db: DataSource,
    refreshTokens: Pick<RefreshTokens, 'endOf'>,
    revocations: Pick<Revocations, 'endSession'>,
    lifeSeconds: number,
  ): EndTokensOf =>
  async ({ accountId, sessionUid }) => {
    // First: an exchange under way looks for it after it has opened its session.
    await revocations.endSession(accountId, sessionUid, lifeSeconds);
    for (const session of await refreshTokens.endOf(sessionUid))
      await revocations.endSession(accountId, session, lifeSeconds);
    // Its next tokens would be of a session that was just ended.
    await db.getRepository(OidcRecord).delete({ uid: sessionUid });
  };
