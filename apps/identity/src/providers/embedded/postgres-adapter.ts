import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import { IsNull, MoreThan, type DataSource, type FindOptionsWhere } from 'typeorm';
import { OidcRecord } from './oidc-record.entity.js';

/** Stores what the provider's redirect login needs. Expired rows are not found; the sweep deletes them. */
export const postgresAdapter =
  (db: DataSource): AdapterFactory =>
  (model) =>
    new PostgresAdapter(db, model);

class PostgresAdapter implements Adapter {
  readonly #rows;

  constructor(
    private readonly db: DataSource,
    private readonly model: string,
  ) {
    this.#rows = db.getRepository(OidcRecord);
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    await this.db.query(
      `insert into oidc_record (model, id, payload, grant_id, uid, account_id, expires_at)
       values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
       on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
         account_id = excluded.account_id, expires_at = excluded.expires_at`,
      [
        ...[this.model, id, JSON.stringify(payload), payload.grantId ?? null, payload.uid ?? null],
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
    await this.#rows.update({ model: this.model, id, consumedAt: IsNull() }, { consumedAt: new Date() });
  }

  async destroy(id: string): Promise<void> {
    await this.#rows.delete({ model: this.model, id });
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#rows.delete({ model: this.model, grantId });
  }

  async #read(by: { id: string } | { uid: string }): Promise<AdapterPayload | undefined> {
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
