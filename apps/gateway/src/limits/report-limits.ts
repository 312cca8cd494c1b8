import type { Principal } from '@earworm/service-kit/auth';
import type { AddressLimits } from '@earworm/service-kit/address-limits';
import type { IncomingMessage } from 'node:http';
import type { Caller, Callers } from './callers.js';
import { RefusedError } from '@earworm/contracts';
import { Allowance } from './allowance.js';

const BY_USER = { burst: 60, perSecond: 1 };
/** 300 phones send five reports at once, then one in three seconds; the shared limit reacts later than a flood. */
const BY_ADDRESS = { burst: 1_500, perSecond: 100 };
const SIGNATURE_LENGTH = 64;

/** Throws `limit-reports` with the seconds to wait. */
export class ReportLimits {
  readonly #byUser = new Allowance(BY_USER);
  readonly #byPage = new Allowance(BY_USER);
  readonly #byAddress = new Allowance(BY_ADDRESS);

  constructor(
    private readonly callers: Callers,
    private readonly addressLimits: Pick<AddressLimits, 'spend'>,
  ) {}

  /** Before the token is verified, which costs most. One faulty page must not use up its venue's limit. */
  spendPage(request: IncomingMessage): void {
    spend(this.#byPage, pageOf(request) ?? deviceOf(this.callers.of(request)));
    this.spendAddress(request);
  }

  /** By the verified user. */
  spendSender(request: IncomingMessage, user: Principal | null): void {
    this.spendUser(user?.userId ?? deviceOf(this.callers.of(request)));
  }

  spendUser(userId: string): void {
    spend(this.#byUser, userId);
  }

  spendAddress(request: IncomingMessage): void {
    const address = this.callers.addressOf(request);
    if (address !== null) spend(this.#byAddress, address);
    this.addressLimits.spend('reports', address);
  }
}

/** The signature of the token. */
const pageOf = ({ headers: { authorization } }: IncomingMessage) => authorization?.slice(-SIGNATURE_LENGTH);
/** Beacons have no token. */
const deviceOf = ({ device, address }: Caller): string => device ?? `nobody at ${address ?? ''}`;

function spend(allowance: Allowance, key: string): void {
  if (allowance.take(key) === null) throw new RefusedError('limit-reports', { n: allowance.secondsFor(1) });
}
