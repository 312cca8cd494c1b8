import type { DataSource } from 'typeorm';
import type { User } from './user.entity.js';
import { findDevice, FORGET_OLD_DEVICES, REMEMBER_DEVICE } from './accounts.sql.js';

/** Of one account; the least recently used is forgotten. */
const DEVICES_PER_USER = 50;

/** The owner's browsers. Each has its own throttle: attempts elsewhere do not lock the owner out (OWASP: device cookies). */
export class KnownDevices {
  constructor(
    private readonly db: Pick<DataSource, 'query'>,
    private readonly accounts: 'user_account' | 'keycloak_account',
  ) {}

  /** The e-mail, with the device if the account knows it. Takes as long for an unknown account. */
  async throttleKey(email: string, device: string | null): Promise<string> {
    // Unambiguous: no e-mail contains a space.
    return device !== null && (await this.#has(email, device)) ? `${email} ${device}` : email;
  }

  async add({ id, kind }: Pick<User, 'id' | 'kind'>, device: string | null): Promise<void> {
    if (device === null || kind === 'guest') return;
    const added = await this.db.query<unknown[]>(REMEMBER_DEVICE, [id, device]);
    if (added.length === 0) return;
    await this.db.query(FORGET_OLD_DEVICES, [id, DEVICES_PER_USER]);
  }

  async #has(email: string, device: string): Promise<boolean> {
    const rows = await this.db.query<unknown[]>(findDevice(this.accounts), [email, device]);
    return rows.length > 0;
  }
}
