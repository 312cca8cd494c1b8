import { RefusedError, Revocation, REVOKED, revocations } from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import { type Bus, BusError } from '@earworm/service-kit/bus';

/** One that came while the list was on its way is not in it. */
const NEW_FOR_MS = 60_000;

interface Known {
  readonly notBefore: number;
  readonly heardAt: number;
}

/** The user, or one session of theirs. */
const keyOf = ({ userId, session }: Pick<Revocation, 'userId' | 'session'>): string =>
  session === undefined ? userId : `${userId} ${session}`;

/** Users and sessions whose tokens ended before their time: told by the identity service at once, and asked for again and again. */
export class Revoked {
  /** As many as the identity service names. */
  #known = new Map<string, Known>();
  readonly #subscription;
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
    clearInterval(this.#timer);
    this.#subscription.unsubscribe();
  }

  /** Whether the token that this principal was read from no longer counts. */
  ended({ userId, session, issuedAt }: Pick<Principal, 'userId' | 'session' | 'issuedAt'>): boolean {
    const isBefore = (key: string) => issuedAt < (this.#known.get(key)?.notBefore ?? 0) * 1000;
    return isBefore(userId) || (session !== null && isBefore(keyOf({ userId, session })));
  }

  #heard(data: Uint8Array): void {
    try {
      const told = Revocation.parse(JSON.parse(new TextDecoder().decode(data)));
      const key = keyOf(told);
      // One that was overtaken on its way takes nothing back.
      const notBefore = Math.max(told.notBefore, this.#known.get(key)?.notBefore ?? 0);
      this.#known.set(key, { notBefore, heardAt: performance.now() });
      this.onChange();
    } catch (error) {
      this.onBug(error);
    }
  }

  async #ask(): Promise<void> {
    try {
      const { revoked } = await this.bus.call(revocations, {}, { timeoutMs: 2_000 });
      const heardAt = performance.now();
      const known = new Map([...this.#known].filter(([, each]) => heardAt - each.heardAt < NEW_FOR_MS));
      let isNew = false;
      for (const each of revoked) {
        const { notBefore } = each;
        const key = keyOf(each);
        isNew ||= (this.#known.get(key)?.notBefore ?? 0) < notBefore;
        const heard = known.get(key);
        if (heard === undefined || heard.notBefore < notBefore) known.set(key, { notBefore, heardAt: -Infinity });
      }
      this.#known = known;
      if (isNew) this.onChange();
    } catch (error) {
      if (!(error instanceof BusError || error instanceof RefusedError)) this.onBug(error);
    }
  }
}
