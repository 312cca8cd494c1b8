import { gameLog, LOG_GROWN, type LogPlace, type LogRow, type RequestOf } from '@earworm/contracts';
import type { Logger } from '@earworm/service-kit/log';
import type { Registry } from '@earworm/service-kit/metrics';
import type { DataSource } from 'typeorm';
import { BusError, type Bus, type Subscription } from '@earworm/service-kit/bus';
import { Aside } from './quarantine.js';
import { watchLag } from './lag.js';
import { eachGame, type Effect } from './apply-rows.js';
import { orStopped } from './or-stopped.js';
import { ReadPacer } from './read-pacer.js';

export type { LogRow };
export type { Effect } from './apply-rows.js';

export interface FollowerTerms {
  readonly log: Logger;
  /** Counts games that were put aside, and shows how far behind it is. */
  readonly metrics?: Registry;
  /** Types of events that have no effect: the log need not send them. */
  readonly without?: readonly string[];
  /** What it needs of the categories of a new game: see `gameLog`. */
  readonly categories?: RequestOf<typeof gameLog>['categories'];
}

const ROWS_AT_ONCE = 1_000;
/** Without any hint the log is looked at this often. */
const POLL_MS = 2_000;
/**
 * Hints come with every commit; reading for each would cost more than followers gain. Measured at 1,000 presses a second in
 * one process: ten small bites a second cost twice the database's time, and the presses' 99th percentile, of one large.
 */
const PAUSE_MS = 1_000;
/** Of this process. */
const pacer = new ReadPacer();

/**
 * Reads the log of games in its order and applies every row once. A game whose rows the database refuses for good is put
 * aside, so that it keeps no other waiting, until somebody follows it again (see the runbook).
 */
export class Follower {
  /** Nobody waits for a page of the log that comes after the end. */
  private readonly stopping = new AbortController();
  private hinted = false;
  private wake: () => void = () => undefined;
  private subscription: Subscription | undefined;
  private running: Promise<void> = Promise.resolve();
  /** What this process committed last; unknown where it has to be looked up. */
  private reached: LogPlace | undefined;
  private readonly aside: Aside;
  private caughtUpAt = performance.now();

  constructor(
    private readonly name: string,
    private readonly bus: Bus,
    private readonly database: DataSource,
    private readonly effect: Effect,
    private readonly terms: FollowerTerms,
  ) {
    this.aside = new Aside(name, terms);
  }

  start(): void {
    this.caughtUpAt = performance.now();
    if (this.terms.metrics) watchLag(this.terms.metrics, this.name, () => performance.now() - this.caughtUpAt);
    this.subscription = this.bus.subscribe(LOG_GROWN, () => {
      this.hinted = true;
      this.wake();
    });
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.subscription?.unsubscribe();
    this.wake();
    await this.running;
  }

  /** Applies the next rows, when it is its turn; whether there may be more already. */
  step(): Promise<boolean> {
    return pacer.take(() => this.read(), this.stopping.signal);
  }

  private async read(): Promise<boolean> {
    const after = this.reached ?? (await this.readPlace());
    // Known again only once it is committed. An empty page too is a reason to look: a restored database is behind.
    this.reached = undefined;
    const { without = [], categories = 'all' } = this.terms;
    const asked = { after, limit: ROWS_AT_ONCE, without: [...without], categories };
    const page = await orStopped(this.bus.call(gameLog, asked, { timeoutMs: 5_000 }), this.stopping.signal);
    if (page?.end === null) this.caughtUpAt = performance.now();
    if (page === null || page.end === null) return false;
    const { rows, end, more } = page;
    const isMoved = await this.database.transaction(async (manager) => {
      // Another replica may have applied these rows meanwhile; nobody else gets past here until the transaction ends.
      const [, moved] = await manager.query<[unknown, number]>(
        'update checkpoint set tx = $2, position = $3 where follower = $1 and tx = $4 and position = $5',
        [this.name, end.tx, end.position, after.tx, after.position],
      );
      if (moved === 1 && rows.length > 0) {
        const followed = await this.aside.leftOut(rows, manager);
        await eachGame(this.effect, followed, manager, this.aside);
      }
      return moved === 1;
    });
    if (isMoved) this.reached = end;
    if (isMoved && !more) this.caughtUpAt = performance.now();
    return more || !isMoved;
  }

  private async readPlace(): Promise<LogPlace> {
    const read = () =>
      this.database.query<LogPlace[]>('select tx, position from checkpoint where follower = $1', [this.name]);
    const [place] = await read();
    if (place) return place;
    await this.database.query('insert into checkpoint (follower) values ($1) on conflict do nothing', [this.name]);
    return (await read())[0] ?? { tx: '0', position: '0' };
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.hinted = false;
      const more = await this.step().catch((error: unknown) => {
        // Nobody answers while the games' service starts or restarts; that is no news.
        if (!(error instanceof BusError)) this.terms.log.warn({ err: error, follower: this.name }, 'following failed');
        return false;
      });
      if (this.stopping.signal.aborted) return;
      if (more) continue;
      await this.pause(PAUSE_MS);
      // Told to stop in the first pause, it would not hear of it in a second one.
      if (!this.stopping.signal.aborted && !this.hinted) await this.pause(POLL_MS, true);
    }
  }

  private pause(ms: number, untilHint = false): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.wake = () => undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.wake = () => {
        if (untilHint || this.stopping.signal.aborted) done();
      };
    });
  }
}
