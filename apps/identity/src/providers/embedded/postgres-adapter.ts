import Provider, { errors, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider';
import { IsNull, MoreThan, Not, type DataSource, type FindOptionsWhere } from 'typeorm';
import { OidcRecord } from './oidc-record.entity.js';
import type { EndTokensOf, UsedCode } from './reused-codes.js';

/** Stores what the provider's redirect login needs. Expired rows are not found; the sweep deletes them. */
export const postgresAdapter =
  (db: DataSource, onReuse: EndTokensOf): AdapterFactory =>
  (model) =>
    new PostgresAdapter(db, model, onReuse);

/** Postgres stores no such character; requests that carry it are refused, and no record has it in its id. */
const NUL = '\u0000';
const NUL_IN_JSON = '\\u0000';

class PostgresAdapter implements Adapter {
  readonly #rows;

  constructor(
    private readonly db: DataSource,
    private readonly model: string,
    private readonly onReuse: EndTokensOf,
  ) {
    this.#rows = db.getRepository(OidcRecord);
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const text = JSON.stringify(payload);
    if (text.includes(NUL_IN_JSON)) throw new errors.InvalidRequest('invalid character');
    await this.db.query(
      `insert into oidc_record (model, id, payload, grant_id, uid, account_id, expires_at)
       values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
       on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
         account_id = excluded.account_id, expires_at = excluded.expires_at`,
      [
        ...[this.model, id, text, payload.grantId ?? null, payload.uid ?? null],
        ...[payload.accountId ?? payload.session?.accountId ?? null, expiresIn ?? null],
      ],
    );
  }

  find(id: string) {
    return this.#read({ id });
  }

  findByUid(uid: string) {
    return this.#read({ uid });
  }

  /** Devices are not served, so no record ever has a user code. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const place = { model: this.model, id };
    const { affected } = await this.#rows.update({ ...place, consumedAt: IsNull() }, { consumedAt: new Date() });
    if (affected) return;
    // Two came at the same moment: both found it unused.
    const used = await this.#rows.findOneBy(place);
    if (used) await this.onReuse(used.payload as unknown as UsedCode);
    throw new errors.InvalidGrant('already consumed');
  }

  async destroy(id: string): Promise<void> {
    await this.#rows.delete({ model: this.model, id });
  }

  /** The provider calls it at the token route when a code comes again, and when somebody signs out. */
  async revokeByGrantId(grantId: string): Promise<void> {
    const of = { model: this.model, grantId };
    if (this.model === 'AuthorizationCode' && Provider.ctx?.oidc.route === 'token') {
      const used = await this.#rows.findBy({ ...of, consumedAt: Not(IsNull()) });
      for (const { payload } of used) await this.onReuse(payload as unknown as UsedCode);
    }
    await this.#rows.delete(of);
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
