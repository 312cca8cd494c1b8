import { gameLog, LOG_GROWN, type ReplyOf } from '@earworm/contracts';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import { BusError, type Bus, type Subscription } from '../bus/port.js';

export type LogRow = ReplyOf<typeof gameLog>['rows'][number];
/** What a follower makes of rows, in the transaction that also moves its checkpoint. */
export type Effect = (rows: readonly LogRow[], manager: EntityManager) => Promise<void>;

interface Place {
  readonly tx: string;
  readonly position: string;
}

const ROWS_AT_ONCE = 500;
/** Without any hint the log is looked at this often. */
const POLL_MS = 2_000;
/**
 * Hints come with every commit; reading for each would cost more than followers gain. Measured at 1,000 presses a second in
 * one process: ten small bites a second cost twice the database's time, and the presses' 99th percentile, of one large.
 */
const PAUSE_MS = 1_000;

/** Reads the log of games in its order and applies every row once. */
export class Follower {
  private stopped = false;
  private hinted = false;
  private wake: () => void = () => undefined;
  private subscription: Subscription | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly name: string,
    private readonly bus: Bus,
    private readonly database: DataSource,
    private readonly effect: Effect,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.subscription = this.bus.subscribe(LOG_GROWN, () => {
      this.hinted = true;
      this.wake();
    });
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.subscription?.unsubscribe();
    this.wake();
    await this.running;
  }

  /** Applies the next rows; how many there were. */
  async step(): Promise<number> {
    const after = await this.place(this.database.manager);
    const { rows } = await this.bus.call(gameLog, { after, limit: ROWS_AT_ONCE }, { timeoutMs: 5_000 });
    const last = rows.at(-1);
    if (!last) return 0;
    await this.database.transaction(async (manager) => {
      const now = await this.place(manager, 'for update');
      // Another replica has applied these rows meanwhile.
      if (now.tx !== after.tx || now.position !== after.position) return;
      await this.effect(rows, manager);
      await manager.query('update checkpoint set tx = $2, position = $3 where follower = $1', [
        this.name,
        last.tx,
        last.position,
      ]);
    });
    return rows.length;
  }

  private async place(manager: EntityManager, lock: '' | 'for update' = ''): Promise<Place> {
    const read = () =>
      manager.query<Place[]>(`select tx, position from checkpoint where follower = $1 ${lock}`, [this.name]);
    const [place] = await read();
    if (place) return place;
    await manager.query('insert into checkpoint (follower) values ($1) on conflict do nothing', [this.name]);
    return (await read())[0] ?? { tx: '0', position: '0' };
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.hinted = false;
      const count = await this.step().catch((error: unknown) => {
        // Nobody answers while the games' service starts or restarts; that is no news.
        if (!(error instanceof BusError)) this.log.warn({ err: error, follower: this.name }, 'following failed');
        return 0;
      });
      if (this.stopped) return;
      if (count === ROWS_AT_ONCE) continue;
      await this.pause(PAUSE_MS);
      if (!this.hinted) await this.pause(POLL_MS, true);
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
        if (untilHint || this.stopped) done();
      };
    });
  }
}
