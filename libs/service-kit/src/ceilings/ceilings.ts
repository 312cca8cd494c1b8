import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Ceiling,
  CEILINGS,
  countAddresses,
  type ErrorCode,
  RefusedError,
  type RequestOf,
} from '@earworm/contracts';
import { LRUCache } from 'lru-cache';
import { type Bus, BusError } from '../bus/index.js';

type Spent = RequestOf<typeof countAddresses>['spent'][number];

/** How long what addresses do is gathered before it is told; what comes meanwhile may go above the ceiling. */
const GATHERED_MS = 200;
/** Who has spent so many points meanwhile may be above the ceiling, and is told of at once. */
const NOT_GATHERED_POINTS = 500;
const ANSWERED_WITHIN_MS = 1_000;
const AT_ONCE = 1_000;
/** Addresses gathered, and remembered as refused, at once; more are not counted until there is room. */
const ADDRESSES = 20_000;

/**
 * What one address may do in all, counted for all gateways together but never waited for: it is told afterwards, and the
 * answer closes the door of those above their ceiling. A flood costs a look into a map. Away, everything passes.
 */
export class Ceilings {
  readonly #spent = new Map<string, Spent>();
  readonly #closedUntil = new LRUCache<string, number>({ maxSize: ADDRESSES, sizeCalculation: () => 1 });
  /** For nobody in particular: on a bare timer it would carry the trace and the ids of the request that happened to come first. */
  readonly #tellNow = AsyncLocalStorage.bind(() => this.#tell());
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly bus: Pick<Bus, 'call'>,
    private readonly onBug: (error: unknown) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Throws the ceiling's refusal, or the one given, with the seconds to wait. */
  spend(ceiling: Ceiling, address: string | null, points = 1, code: ErrorCode = CEILINGS[ceiling].refusal): void {
    const n = this.#waitOf(ceiling, address);
    if (n > 0) throw new RefusedError(code, { n });
    this.count(ceiling, address, points);
  }

  /** Counts once more unless the address is above its ceiling. */
  admits(ceiling: Ceiling, address: string | null): boolean {
    if (this.#waitOf(ceiling, address) > 0) return false;
    this.count(ceiling, address);
    return true;
  }

  /** Only looks. Null: the address may go on. */
  refusalOf(ceiling: Ceiling, address: string | null): RefusedError | null {
    const n = this.#waitOf(ceiling, address);
    return n > 0 ? new RefusedError(CEILINGS[ceiling].refusal, { n }) : null;
  }

  /** Adds points without looking; also what was found to be dear only when it was done. */
  count(ceiling: Ceiling, address: string | null, points = 1): void {
    if (address === null) return;
    const key = `${ceiling} ${address}`;
    const known = this.#spent.get(key);
    const sum = (known?.points ?? 0) + points;
    if (known !== undefined) known.points = Math.min(sum, 1_000_000);
    else if (this.#spent.size < ADDRESSES) this.#spent.set(key, { address, ceiling, points });
    if (sum >= NOT_GATHERED_POINTS) this.#tellNow();
    else this.#timer ??= setTimeout(this.#tellNow, GATHERED_MS).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Seconds until the address may go on; 0: it may. */
  #waitOf(ceiling: Ceiling, address: string | null): number {
    if (address === null) return 0;
    const key = `${ceiling} ${address}`;
    const until = this.#closedUntil.peek(key);
    if (until === undefined) return 0;
    const leftMs = until - this.now();
    if (leftMs <= 0) this.#closedUntil.delete(key);
    return Math.max(0, Math.ceil(leftMs / 1000));
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = [...this.#spent.values()];
    this.#spent.clear();
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const spent = all.slice(from, from + AT_ONCE);
      this.bus.call(countAddresses, { spent }, { timeoutMs: ANSWERED_WITHIN_MS }).then(
        ({ refused }) => {
          const now = this.now();
          for (const { address, ceiling, forMs } of refused)
            this.#closedUntil.set(`${ceiling} ${address}`, now + forMs);
        },
        (error: unknown) => {
          if (!(error instanceof BusError || error instanceof RefusedError)) this.onBug(error);
        },
      );
    }
  }
}
