import type { KeycloakGuests } from './keycloak-guests.js';
import { KeycloakMisconfigured } from './keycloak-errors.js';
import type { RealmFacts } from './realm-metadata.js';
import type { ServiceAccount } from './service-account.js';

/**
 * The realm takes an assertion from a clock that is ahead by 15 s at most, and one from a clock that is behind for as long as
 * it lives. A difference of tokens, which say whole seconds, and of the time that a request takes, is none of clocks.
 */
const CLOCKS_SECONDS = 10;

export interface WatchParts {
  readonly facts: RealmFacts;
  readonly account: ServiceAccount;
  readonly guests: Pick<KeycloakGuests, 'fault'>;
  readonly everyMs: number;
}

/** Whether Keycloak can be worked with, as health shows it. */
export class KeycloakWatch {
  #checked: { readonly at: number; readonly result: Promise<void> } | null = null;

  constructor(private readonly parts: WatchParts) {}

  /** All that a start needs: the realm, its client and secret, the rights of the service account, the clock. Rejects with a sentence. */
  async connect(): Promise<void> {
    await this.parts.facts.read();
    await this.#checkAccount();
    for (const path of ['/users/count', '/admin-events?max=1', '/events?max=1'])
      await this.parts.account.request(`read ${path.split('?')[0]}`, path, {}, [200]);
  }

  /** Asks anew when the last answer is old; many who ask at once share one. */
  async check(): Promise<void> {
    const { everyMs, guests } = this.parts;
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
    const ahead = await this.parts.account.renew();
    if (Math.abs(ahead) > CLOCKS_SECONDS)
      throw new KeycloakMisconfigured(
        `its clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's: guests cannot be signed in until both show the same time`,
      );
  }
}
