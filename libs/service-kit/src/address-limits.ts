import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type AddressLimitName,
  ADDRESS_LIMITS,
  countAddresses,
  type ErrorCode,
  RefusedError,
  type RequestOf,
  type ShowId,
} from '@earworm/contracts';
import { LRUCache } from 'lru-cache';
import { type Bus, BusError } from './bus/index.js';

type Spent = RequestOf<typeof countAddresses>['spent'][number];

/** Points are reported in batches; until then an address may exceed its limit. */
const REPORT_EVERY_MS = 200;
const REPORT_AT_ONCE_POINTS = 500;
const ANSWERED_WITHIN_MS = 1_000;
const BATCH = 1_000;
/** Addresses tracked and refused at a time; further ones are not counted. */
const MAX_ADDRESSES = 20_000;

/** Points are reported afterwards, so a flood costs one map lookup. Fails open without the rate-limit service. */
export class AddressLimits {
  readonly #spent = new Map<string, Spent>();
  readonly #refusedUntil = new LRUCache<string, number>({ maxSize: MAX_ADDRESSES, sizeCalculation: () => 1 });
  /** Bound to no request: the timer would keep the trace and ids of the first caller. */
  readonly #reportNow = AsyncLocalStorage.bind(() => this.#report());
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly bus: Pick<Bus, 'call'>,
    private readonly onBug: (error: unknown) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Throws `code` (default: the limit's own) with the seconds to wait. `showId`: of the event in whose rooms the points
   * are spent, for an address whose limits are raised there.
   */
  spend(
    name: AddressLimitName,
    address: string | null,
    points = 1,
    { code = ADDRESS_LIMITS[name].refusal, showId }: { code?: ErrorCode; showId?: ShowId | undefined } = {},
  ): void {
    const n = this.#secondsLeft(name, address, showId);
    if (n > 0) throw new RefusedError(code, { n });
    this.count(name, address, points, showId);
  }

  admits(name: AddressLimitName, address: string | null): boolean {
    if (this.#secondsLeft(name, address) > 0) return false;
    this.count(name, address);
    return true;
  }

  refusalOf(name: AddressLimitName, address: string | null): RefusedError | null {
    const n = this.#secondsLeft(name, address);
    return n > 0 ? new RefusedError(ADDRESS_LIMITS[name].refusal, { n }) : null;
  }

  count(name: AddressLimitName, address: string | null, points = 1, showId?: ShowId): void {
    if (address === null) return;
    const key = keyOf(name, address, showId);
    const existing = this.#spent.get(key);
    const sum = (existing?.points ?? 0) + points;
    if (existing !== undefined) existing.points = Math.min(sum, 1_000_000);
    else if (this.#spent.size < MAX_ADDRESSES)
      this.#spent.set(key, { address, ceiling: name, points, ...(showId && { showId }) });
    if (sum >= REPORT_AT_ONCE_POINTS) this.#reportNow();
    else this.#timer ??= setTimeout(this.#reportNow, REPORT_EVERY_MS).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #secondsLeft(name: AddressLimitName, address: string | null, showId?: ShowId): number {
    if (address === null) return 0;
    const key = keyOf(name, address, showId);
    const until = this.#refusedUntil.peek(key);
    if (until === undefined) return 0;
    const leftMs = until - this.now();
    if (leftMs <= 0) this.#refusedUntil.delete(key);
    return Math.max(0, Math.ceil(leftMs / 1000));
  }

  #report(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = [...this.#spent.values()];
    this.#spent.clear();
    for (let from = 0; from < all.length; from += BATCH) {
      const spent = all.slice(from, from + BATCH);
      this.bus.call(countAddresses, { spent }, { timeoutMs: ANSWERED_WITHIN_MS }).then(
        ({ refused }) => {
          const now = this.now();
          for (const { address, ceiling: name, forMs, showId } of refused)
            this.#refusedUntil.set(keyOf(name, address, showId), now + forMs);
        },
        (error: unknown) => {
          if (!(error instanceof BusError || error instanceof RefusedError)) this.onBug(error);
        },
      );
    }
  }
}

const keyOf = (name: AddressLimitName, address: string, showId: string | undefined): string =>
  showId === undefined ? `${name} ${address}` : `${name} ${address} ${showId}`;
