import type { Principal } from '@earworm/service-kit/auth';
import type { AddressLimits } from '@earworm/service-kit/address-limits';
import type { IncomingMessage } from 'node:http';
import type { Caller, Callers } from './callers.js';
import { ReportLimit } from './report-limit.js';

const BY_USER = { burst: 60, perSecond: 1 };
/** Five reports at once of each of 300 phones, and then one in three seconds; the ceiling that all gateways share answers later than a flood comes. */
const BY_ADDRESS = { burst: 1_500, perSecond: 100 };
const SIGNATURE_LENGTH = 64;

/** What pages may report of themselves. Each throws `limit-reports` with the seconds to wait. */
export class ReportLimits {
  readonly #byUser = new ReportLimit(BY_USER);
  readonly #byPage = new ReportLimit(BY_USER);
  readonly #byAddress = new ReportLimit(BY_ADDRESS);

  constructor(
    private readonly callers: Callers,
    private readonly ceilings: Pick<AddressLimits, 'spend'>,
  ) {}

  /** Errors, before their token is verified: that costs most. One mad page must not use up what its venue may send. */
  spendPage(request: IncomingMessage): void {
    this.#byPage.spend(pageOf(request) ?? deviceOf(this.callers.of(request)));
    this.spendAddress(request);
  }

  /** Errors, by whom the token names; a token that is made up makes nobody somebody else. */
  spendSender(request: IncomingMessage, who: Principal | null): void {
    this.spendUser(who?.userId ?? deviceOf(this.callers.of(request)));
  }

  spendUser(userId: string): void {
    this.#byUser.spend(userId);
  }

  spendAddress(request: IncomingMessage): void {
    const address = this.callers.addressOf(request);
    if (address !== null) this.#byAddress.spend(address);
    this.ceilings.spend('reports', address);
  }
}

/** The end of a token is its signature. */
const pageOf = ({ headers: { authorization } }: IncomingMessage) => authorization?.slice(-SIGNATURE_LENGTH);
/** A beacon shows its device instead of a token, and those who have neither are one page. */
const deviceOf = ({ device, address }: Caller): string => device ?? `nobody at ${address ?? ''}`;
