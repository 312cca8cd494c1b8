import type { DataSource } from 'typeorm';
import type { User } from './user.entity.js';

/** Browsers remembered for one account; the one unused longest is forgotten. */
const DEVICES_PER_USER = 50;

/**
 * The browsers on which an account was signed in to before. They have guesses of their own at its password, so that
 * strangers who guess do not lock its owner out (OWASP: device cookies).
 */
export class KnownDevices {
  constructor(
    private readonly db: Pick<DataSource, 'query'>,
    /** Where the ids of e-mails stand. */
    private readonly accounts: 'user_account' | 'keycloak_account',
  ) {}

  /** Whose guess it is: that of a known device, or of all others together. Takes as long where there is no such account. */
  async guesserOf(email: string, device: string | null): Promise<string> {
    // No e-mail has a space in it.
    return device !== null && (await this.#has(email, device)) ? `${email} ${device}` : email;
  }

  /** Somebody has just shown on this device that the account is theirs. */
  async add({ id, kind }: Pick<User, 'id' | 'kind'>, device: string | null): Promise<void> {
    if (device === null || kind === 'guest') return;
    const added = await this.db.query<unknown[]>(
      `insert into known_device (user_id, device, last_used) values ($1, $2, now())
       on conflict (user_id, device) do update set last_used = now()
         where known_device.last_used < now() - interval '1 day'
       returning 1`,
      [id, device],
    );
    if (added.length === 0) return;
    await this.db.query(
      `delete from known_device where user_id = $1 and device in
         (select device from known_device where user_id = $1 order by last_used desc offset ${DEVICES_PER_USER})`,
      [id],
    );
  }

  async #has(email: string, device: string): Promise<boolean> {
    const rows = await this.db.query<unknown[]>(
      `select 1 from ${this.accounts} join known_device on user_id = id where email = $1 and device = $2`,
      [email, device],
    );
    return rows.length > 0;
  }
}
