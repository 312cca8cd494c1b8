import { ShardLocks, type LockView } from './locks.js';
import { refusePooler } from './pooler.js';

/** How long after it was sent the last successful query allows replies to leave. */
const VALID_MS = 1_500;

/** The Postgres session that holds a replica's locks; when it is lost, so are they. */
export class LeaseSession {
  #locks: ShardLocks | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly url: string,
    private readonly now: () => number,
    private readonly onLost: (error: unknown) => void,
  ) {}

  isValid(): boolean {
    return this.#locks !== undefined && this.now() - this.#sentAt < VALID_MS;
  }

  get isOpen(): boolean {
    return this.#locks !== undefined;
  }

  get locks(): ShardLocks {
    if (!this.#locks) throw new Error('no connection for the lease');
    return this.#locks;
  }

  get sentAt(): number {
    return this.#sentAt;
  }

  async open(): Promise<void> {
    const opened: ShardLocks = await ShardLocks.open(this.url, (error) => {
      if (this.#locks && this.#locks === opened) this.drop(error);
    });
    this.#locks = opened;
  }

  refusePooler(): Promise<void> {
    return refusePooler(this.locks.client, this.url);
  }

  /** Renews the lease. */
  async view(): Promise<LockView> {
    const sentAt = this.now();
    const view = await this.locks.view();
    this.#sentAt = sentAt;
    return view;
  }

  /** A lock that cannot be released would leave its shard without an owner, so the session is dropped. */
  async release(shard: number): Promise<void> {
    const locks = this.#locks;
    try {
      await locks?.release(shard);
    } catch (error) {
      if (locks === this.#locks) this.drop(error);
    }
  }

  drop(error: unknown): void {
    if (!this.#locks) return;
    this.#locks.destroy();
    this.#locks = undefined;
    this.#sentAt = Number.NEGATIVE_INFINITY;
    this.onLost(error);
  }

  async close(): Promise<void> {
    const locks = this.#locks;
    this.#locks = undefined;
    await locks?.close();
  }
}
