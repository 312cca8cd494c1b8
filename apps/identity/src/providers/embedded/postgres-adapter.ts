import Provider, { errors, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider';
import { IsNull, MoreThan, Not, type DataSource, type FindOptionsWhere } from 'typeorm';
import { z } from 'zod';
import type { RefreshTokens } from '../../tokens/refresh-tokens.js';
import type { Revocations } from '../../tokens/revocations.js';
import { UPSERT_RECORD } from '../../tokens/tokens.sql.js';
import { OidcRecord } from './oidc-record.entity.js';

/** Postgres cannot store it: requests with it are refused, and no id contains it. */
const NUL = '\u0000';
const NUL_IN_JSON = '\\u0000';

/** An authorization code in storage. `sessionUid`: the browser's session at the realm's own pages. */
const AuthorizationCode = z.object({ accountId: z.string(), sessionUid: z.string() });

type RevokeCode = (payload: Record<string, unknown>) => Promise<void>;

/** Ends what a reused code has issued: its tokens may be in the hands of a thief (RFC 6749, 4.1.2). */
export const revokeCode =
  (
    db: DataSource,
    refreshTokens: Pick<RefreshTokens, 'endOf'>,
    revocations: Pick<Revocations, 'endSession'>,
  ): RevokeCode =>
  async (payload) => {
    const { accountId, sessionUid } = AuthorizationCode.parse(payload);
    // First: a concurrent exchange checks for it after it has opened its session.
    await revocations.endSession(accountId, sessionUid);
    for (const session of await refreshTokens.endOf(sessionUid)) await revocations.endSession(accountId, session);
    // Its next tokens would belong to the revoked session.
    await db.getRepository(OidcRecord).delete({ uid: sessionUid });
  };

/** Storage of oidc-provider. Expired rows are not found; the sweep deletes them. */
export const postgresAdapter =
  (db: DataSource, onReuse: RevokeCode): AdapterFactory =>
  (model) =>
    new PostgresAdapter(db, model, onReuse);

class PostgresAdapter implements Adapter {
  readonly #rows;

  constructor(
    private readonly db: DataSource,
    private readonly model: string,
    private readonly onReuse: RevokeCode,
  ) {
    this.#rows = db.getRepository(OidcRecord);
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { grantId = null, uid = null, accountId = payload.session?.accountId ?? null } = payload;
    const text = JSON.stringify(payload);
    if (text.includes(NUL_IN_JSON)) throw new errors.InvalidRequest('invalid character');
    await this.db.query(UPSERT_RECORD, [this.model, id, text, grantId, uid, accountId, expiresIn ?? null]);
  }

  find(id: string) {
    return this.#read({ id });
  }

  findByUid(uid: string) {
    return this.#read({ uid });
  }

  /** The device flow is not served. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const key = { model: this.model, id };
    const { affected } = await this.#rows.update({ ...key, consumedAt: IsNull() }, { consumedAt: new Date() });
    if (affected) return;
    // Two concurrent requests have found it unused.
    const used = await this.#rows.findOneBy(key);
    if (used) await this.onReuse(used.payload);
    throw new errors.InvalidGrant('already consumed');
  }

  async destroy(id: string): Promise<void> {
    await this.#rows.delete({ model: this.model, id });
  }

  /** Called at the token route for a reused code, and at a sign-out. */
  async revokeByGrantId(grantId: string): Promise<void> {
    const ofGrant = { model: this.model, grantId };
    if (this.model === 'AuthorizationCode' && Provider.ctx?.oidc.route === 'token') {
      const used = await this.#rows.findBy({ ...ofGrant, consumedAt: Not(IsNull()) });
      for (const { payload } of used) await this.onReuse(payload);
    }
    await this.#rows.delete(ofGrant);
  }

  async #read(by: { id: string } | { uid: string }): Promise<AdapterPayload | undefined> {
    if (Object.values(by).some((value: string) => value.includes(NUL))) return undefined;
    const where: FindOptionsWhere<OidcRecord> = { model: this.model, ...by };
    const record = await this.#rows.findOne({
      where: [
        { ...where, expiresAt: IsNull() },
        { ...where, expiresAt: MoreThan(new Date()) },
      ],
    });
    if (!record) return undefined;
    const consumed = record.consumedAt ? { consumed: Math.floor(record.consumedAt.getTime() / 1000) } : {};
    return { ...record.payload, ...consumed };
  }
}
