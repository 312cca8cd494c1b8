import {
  GUEST_REVOCATIONS,
  isOfGuest,
  RefusedError,
  Revocation,
  type RevocationCursor,
  REVOKED,
  revocations,
} from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import { type Bus, BusError, parseJson } from '@earworm/service-kit/bus';
import { LIST_WITHIN_MS } from '../gateway.config.js';

const ANNOUNCED_FOR_MS = 60_000;

interface Known {
  readonly notBefore: number;
  readonly until: number;
}

const keyOf = ({ userId, session }: Pick<Revocation, 'userId' | 'session'>): string =>
  session === undefined ? userId : `${userId} ${session}`;

/** Revoked users and sessions: announced by the identity service, and polled in case an announcement is lost. */
export class RevocationList {
  /** Bounded by the accounts that sign in and out within a token's life. */
  readonly #registered = new Map<string, Known>();
  /** Only the newest are kept, because anyone can create guests. */
  readonly #guests = new Map<string, Known>();
  readonly #subscription;
  #readTo: RevocationCursor | undefined;
  #isPolling = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly bus: Pick<Bus, 'call' | 'subscribe'>,
    private readonly onChange: () => void,
    private readonly onBug: (error: unknown) => void,
    private readonly everyMs: number,
  ) {
    this.#subscription = bus.subscribe(REVOKED, ({ data }) => this.#onAnnouncement(data));
  }

  start(): void {
    this.#timer = setInterval(() => void this.#poll(), this.everyMs).unref();
    void this.#poll();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#subscription.unsubscribe();
  }

  isRevoked({ userId, session, issuedAt }: Pick<Principal, 'userId' | 'session' | 'issuedAt'>): boolean {
    const isBefore = (of: Pick<Revocation, 'userId' | 'session'>) =>
      issuedAt < (this.#mapFor(of).get(keyOf(of))?.notBefore ?? 0) * 1000;
    return isBefore({ userId }) || (session !== null && isBefore({ userId, session }));
  }

  #onAnnouncement(data: Uint8Array): void {
    this.#add(parseJson(Revocation, data), ANNOUNCED_FOR_MS);
    this.onChange();
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    let isNew = false;
    try {
      for (let more = true; more && !this.#stopped;) {
        const page = await this.bus.call(revocations, this.#readTo === undefined ? {} : { after: this.#readTo }, {
          timeoutMs: LIST_WITHIN_MS,
        });
        for (const { expiresIn, ...each } of page.revoked) isNew = this.#add(each, expiresIn * 1000) || isNew;
        this.#readTo = page.next;
        more = page.more;
      }
      this.#dropExpired();
    } catch (error) {
      if (!(error instanceof BusError || error instanceof RefusedError)) this.onBug(error);
    } finally {
      this.#isPolling = false;
    }
    if (isNew) this.onChange();
  }

  #add(revocation: Revocation, forMs: number): boolean {
    const revocations = this.#mapFor(revocation);
    const key = keyOf(revocation);
    const known = revocations.get(key);
    // Out-of-order messages must not lower it.
    const notBefore = Math.max(revocation.notBefore, known?.notBefore ?? 0);
    revocations.set(key, { notBefore, until: Math.max(performance.now() + forMs, known?.until ?? 0) });
    if (revocations === this.#guests && revocations.size > GUEST_REVOCATIONS)
      revocations.delete(revocations.keys().next().value as string);
    return notBefore > (known?.notBefore ?? 0);
  }

  #dropExpired(): void {
    const now = performance.now();
    for (const revocations of [this.#registered, this.#guests])
      for (const [key, { until }] of revocations) if (until <= now) revocations.delete(key);
  }

  #mapFor(of: Pick<Revocation, 'userId' | 'session'>): Map<string, Known> {
    return isOfGuest(of) ? this.#guests : this.#registered;
  }
}
