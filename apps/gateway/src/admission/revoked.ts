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
import { type Bus, BusError } from '@earworm/service-kit/bus';
import { LIST_WITHIN_MS } from '../gateway.config.js';

/** One that was announced is kept this long before it must be in a list. */
const ANNOUNCED_FOR_MS = 60_000;

interface Known {
  readonly notBefore: number;
  /** Until when it is kept, by performance.now(). */
  readonly until: number;
}

/** The user, or one session of theirs. */
const keyOf = ({ userId, session }: Pick<Revocation, 'userId' | 'session'>): string =>
  session === undefined ? userId : `${userId} ${session}`;

/** Users and sessions whose tokens ended before their time: told by the identity service at once, and asked for again and again. */
export class Revoked {
  /** As many as the accounts that can be signed in to and out of within the life of a token. */
  readonly #registered = new Map<string, Known>();
  /** The newest only: anybody can sign in and out as a guest. */
  readonly #guests = new Map<string, Known>();
  readonly #subscription;
  #readTo: RevocationCursor | undefined;
  #asking = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly bus: Pick<Bus, 'call' | 'subscribe'>,
    /** Called after every announcement, known before or not, and after a list by which more tokens are ended than before. */
    private readonly onChange: () => void,
    private readonly onBug: (error: unknown) => void,
    /** An announcement that was lost is made good within this, ms. */
    private readonly everyMs: number,
  ) {
    this.#subscription = bus.subscribe(REVOKED, ({ data }) => this.#heard(data));
  }

  start(): void {
    this.#timer = setInterval(() => void this.#ask(), this.everyMs).unref();
    void this.#ask();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#subscription.unsubscribe();
  }

  /** Whether the token that this principal was read from no longer counts. */
  ended({ userId, session, issuedAt }: Pick<Principal, 'userId' | 'session' | 'issuedAt'>): boolean {
    const isBefore = (of: Pick<Revocation, 'userId' | 'session'>) =>
      issuedAt < (this.#placeOf(of).get(keyOf(of))?.notBefore ?? 0) * 1000;
    return isBefore({ userId }) || (session !== null && isBefore({ userId, session }));
  }

  #heard(data: Uint8Array): void {
    try {
      this.#learn(Revocation.parse(JSON.parse(new TextDecoder().decode(data))), ANNOUNCED_FOR_MS);
      this.onChange();
    } catch (error) {
      this.onBug(error);
    }
  }

  /** Reads on where the last list ended. */
  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    let isNew = false;
    try {
      for (let more = true; more && !this.#stopped;) {
        const page = await this.bus.call(revocations, this.#readTo === undefined ? {} : { after: this.#readTo }, {
          timeoutMs: LIST_WITHIN_MS,
        });
        for (const { expiresIn, ...each } of page.revoked) isNew = this.#learn(each, expiresIn * 1000) || isNew;
        this.#readTo = page.next;
        more = page.more;
      }
      this.#dropExpired();
    } catch (error) {
      if (!(error instanceof BusError || error instanceof RefusedError)) this.onBug(error);
    } finally {
      this.#asking = false;
    }
    if (isNew) this.onChange();
  }

  /** Whether more tokens are ended by it than before. */
  #learn(told: Revocation, forMs: number): boolean {
    const place = this.#placeOf(told);
    const key = keyOf(told);
    const known = place.get(key);
    // One that was overtaken on its way takes nothing back.
    const notBefore = Math.max(told.notBefore, known?.notBefore ?? 0);
    place.set(key, { notBefore, until: Math.max(performance.now() + forMs, known?.until ?? 0) });
    if (place === this.#guests && place.size > GUEST_REVOCATIONS) place.delete(place.keys().next().value as string);
    return notBefore > (known?.notBefore ?? 0);
  }

  #dropExpired(): void {
    const now = performance.now();
    for (const place of [this.#registered, this.#guests])
      for (const [key, { until }] of place) if (until <= now) place.delete(key);
  }

  #placeOf(of: Pick<Revocation, 'userId' | 'session'>): Map<string, Known> {
    return isOfGuest(of) ? this.#guests : this.#registered;
  }
}
