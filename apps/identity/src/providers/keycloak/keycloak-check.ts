import { KeycloakMisconfigured } from './keycloak-errors.js';
import type { KeycloakGuests } from './keycloak-guests.js';
import type { RealmMetadata } from './realm-metadata.js';
import type { ServiceAccount } from './service-account.js';

/** Keycloak accepts assertions from a clock that is ahead by at most 15 s. Below this it may be rounding and latency. */
const MAX_SKEW_SECONDS = 10;

export interface KeycloakCheckOptions {
  readonly metadata: RealmMetadata;
  readonly account: ServiceAccount;
  readonly guests: Pick<KeycloakGuests, 'fault'>;
  readonly everyMs: number;
}

/** Whether Keycloak is available and set up, for the start and for health. */
export class KeycloakCheck {
  #checked: { readonly at: number; readonly result: Promise<void> } | null = null;

  constructor(private readonly options: KeycloakCheckOptions) {}

  async connect(): Promise<void> {
    const { metadata, account } = this.options;
    await metadata.read();
    await this.#checkAccount();
    for (const path of ['/users/count', '/admin-events?max=1', '/events?max=1'])
      await account.request(`read ${path.split('?')[0]}`, path, {}, [200]);
  }

  async check(): Promise<void> {
    const { everyMs, guests } = this.options;
    if (this.#checked === null || performance.now() - this.#checked.at >= everyMs)
      this.#checked = { at: performance.now(), result: this.#checkAccount() };
    await this.#checked.result;
    const { fault } = guests;
    if (fault !== null)
      throw new KeycloakMisconfigured(
        `it refuses the assertions of guests (${fault.description || fault.code}): see the runbook on guests’ assertions`,
      );
  }

  async #checkAccount(): Promise<void> {
    const ahead = await this.options.account.renew();
    if (Math.abs(ahead) > MAX_SKEW_SECONDS)
      throw new KeycloakMisconfigured(
        `its clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's: guests cannot be signed in until both show the same time`,
      );
  }
}
