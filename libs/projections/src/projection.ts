import { gameLog, LOG_GROWN, type LogPlace, type RequestOf, type LogRow } from '@earworm/contracts';
import { BusError, type Bus, type Subscription } from '@earworm/service-kit/bus';
import type { Logger } from '@earworm/service-kit/log';
import { type Registry, Gauge } from '@earworm/service-kit/metrics';
import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { ADVANCE_CHECKPOINT, INSERT_CHECKPOINT, SELECT_CHECKPOINT } from './projections.sql.js';
import { Quarantine } from './quarantine.js';
import { ReadPacer, untilAborted } from './read-pacer.js';

export interface ProjectionOptions {
  readonly log: Logger;
  readonly metrics?: Registry;
  readonly without?: readonly string[];
  readonly categories?: RequestOf<typeof gameLog>['categories'];
}

const PAGE_ROWS = 1_000;
/** Pages that are applied in one transaction: they are about the same games. Together some 1 MiB. */
const PAGES_AT_ONCE = 8;
const PAGE_TIMEOUT_MS = 5_000;
const POLL_MS = 2_000;
/**
 * Shortest pause between reads. At 1,000 buzzes a second, ten small pages a second instead of one large page cost twice
 * the database time, and doubled the 99th percentile of buzzes.
 */
const PAUSE_MS = 1_000;
/** Under load the pause grows with the rows that were applied, as large transactions cost less than small ones. */
const LONGEST_PAUSE_MS = 4_000;
const PAUSE_MS_PER_ROW = 4;

/** From one read of a projection that has caught up to the next, in ms. */
export const pauseAfter = (rows: number): number =>
  Math.min(LONGEST_PAUSE_MS, Math.max(PAUSE_MS, rows * PAUSE_MS_PER_ROW));

interface ReadPages {
  readonly rows: LogRow[];
  /** Null when there was nothing to read. */
  end: LogPlace | null;
  more: boolean;
}

const pacer = new ReadPacer();

/** Reads the log of games in order and applies each row exactly once. Games whose data is refused are quarantined. */
export class Projection {
  readonly #stopping = new AbortController();
  readonly #quarantine: Quarantine;
  #hinted = false;
  #wake: () => void = () => undefined;
  #subscription: Subscription | undefined;
  #running: Promise<void> = Promise.resolve();
  /** The checkpoint that this process committed last; undefined when it has to be read. */
  #checkpoint: LogPlace | undefined;
  #caughtUpAt = performance.now();
  #appliedSincePause = 0;
  #pagesAtOnce = PAGES_AT_ONCE;

  constructor(
    private readonly name: string,
    private readonly bus: Bus,
    private readonly database: DataSource,
    private readonly apply: ApplyRows,
    private readonly options: ProjectionOptions,
  ) {
    this.#quarantine = new Quarantine(name, options);
  }

  start(): void {
    this.#caughtUpAt = performance.now();
    if (this.options.metrics) watchLag(this.options.metrics, this.name, () => performance.now() - this.#caughtUpAt);
    this.#subscription = this.bus.subscribe(LOG_GROWN, () => {
      this.#hinted = true;
      this.#wake();
    });
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#subscription?.unsubscribe();
    this.#wake();
    await this.#running;
  }

  /** Reads the next pages of the log and applies them together. Resolves with whether there may be more. */
  async step(): Promise<boolean> {
    const { signal } = this.#stopping;
    const after = this.#checkpoint ?? (await this.#readCheckpoint());
    // Read again unless it is committed below: also after an empty page, for a restored database is behind.
    this.#checkpoint = undefined;
    const read: ReadPages = { rows: [], end: null, more: false };
    let pages = 0;
    while (pages < this.#pagesAtOnce && (await pacer.take(() => this.#readPage(after, read), signal))) pages++;
    if (signal.aborted) return false;
    if (read.end === null) {
      this.#caughtUpAt = performance.now();
      return false;
    }
    // If they cannot be applied together, those before the one that cannot be must not wait for it.
    this.#pagesAtOnce = 1;
    const more = await pacer.take(() => this.#apply(after, { ...read, end: read.end as LogPlace }), signal);
    this.#pagesAtOnce = PAGES_AT_ONCE;
    return more;
  }

  /** Adds a page. Resolves with whether the next can be read too; throws when not even the first can. */
  async #readPage(after: LogPlace, read: ReadPages): Promise<boolean> {
    const { without = [], categories = 'all' } = this.options;
    const request = { after: read.end ?? after, limit: PAGE_ROWS, without: [...without], categories };
    const reading = this.bus.call(gameLog, request, { timeoutMs: PAGE_TIMEOUT_MS }).catch((error: unknown) => {
      if (read.end === null) throw error;
      return null;
    });
    const page = await untilAborted(reading, this.#stopping.signal);
    if (page === null) return false;
    read.rows.push(...page.rows);
    read.end = page.end ?? read.end;
    read.more = page.more;
    return page.more;
  }

  async #apply(after: LogPlace, { rows, end, more }: ReadPages & { end: LogPlace }): Promise<boolean> {
    const isAdvanced = await this.database.transaction(async (manager) => {
      const values = [this.name, end.tx, end.position, after.tx, after.position];
      const [, advanced] = await manager.query<[unknown, number]>(ADVANCE_CHECKPOINT, values);
      if (advanced !== 1) return false;
      if (rows.length > 0) {
        const applicable = await this.#quarantine.filter(rows, manager);
        await applyOrQuarantine(this.apply, applicable, manager, this.#quarantine);
      }
      return true;
    });
    if (!isAdvanced) return true;
    this.#checkpoint = end;
    this.#appliedSincePause += rows.length;
    if (!more) this.#caughtUpAt = performance.now();
    return more;
  }

  async #readCheckpoint(): Promise<LogPlace> {
    const select = () => this.database.query<LogPlace[]>(SELECT_CHECKPOINT, [this.name]);
    const [checkpoint] = await select();
    if (checkpoint) return checkpoint;
    await this.database.query(INSERT_CHECKPOINT, [this.name]);
    return (await select())[0] ?? { tx: '0', position: '0' };
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#hinted = false;
      const more = await this.step().catch((error: unknown) => {
        // Not worth a warning: the game service is starting or restarting.
        if (!(error instanceof BusError))
          this.options.log.warn({ err: error, projection: this.name }, 'projection failed, will retry');
        return false;
      });
      if (more) continue;
      await this.#pause(pauseAfter(this.#appliedSincePause), false);
      this.#appliedSincePause = 0;
      if (!this.#hinted) await this.#pause(POLL_MS, true);
    }
  }

  #pause(ms: number, endsOnHint: boolean): Promise<void> {
    return new Promise((resolve) => {
      const { signal } = this.#stopping;
      if (signal.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        this.#wake = () => undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#wake = () => {
        if (endsOnHint || signal.aborted) done();
      };
    });
  }
}

const lags = new WeakMap<Registry, Map<string, () => number>>();

function watchLag(metrics: Registry, projection: string, readMs: () => number): void {
  const existing = lags.get(metrics) ?? registerGauge(metrics);
  existing.set(projection, readMs);
}

function registerGauge(metrics: Registry): Map<string, () => number> {
  const lagByProjection = new Map<string, () => number>();
  lags.set(metrics, lagByProjection);
  new Gauge({
    name: 'projection_lag_seconds',
    help: 'Since a projection last had read all of the log',
    labelNames: ['projection'],
    registers: [metrics],
    collect() {
      for (const [projection, readMs] of lagByProjection) this.set({ projection }, readMs() / 1_000);
    },
  });
  return lagByProjection;
}

/** Writes rows of the log into a read model, in the transaction that also advances the checkpoint. */
export type ApplyRows = (rows: readonly LogRow[], manager: EntityManager) => Promise<void>;

/**
 * If the database refuses the data, applies each game alone and quarantines those that fail again. Rethrows errors that
 * may pass with time: a lost connection, an event of a newer release.
 */
async function applyOrQuarantine(
  apply: ApplyRows,
  rows: readonly LogRow[],
  manager: EntityManager,
  quarantine: Pick<Quarantine, 'add'>,
): Promise<void> {
  try {
    await manager.transaction((inner) => apply(rows, inner));
    return;
  } catch (error) {
    if (!isDataError(error)) throw error;
  }
  for (const [, ofGame] of Map.groupBy(rows, ({ gameId }) => gameId)) {
    try {
      await manager.transaction((inner) => apply(ofGame, inner));
    } catch (error) {
      if (!isDataError(error)) throw error;
      await quarantine.add(ofGame, error, manager);
    }
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation): a retry fails the same way. */
const isDataError = (error: unknown): error is QueryFailedError =>
  error instanceof QueryFailedError && /^2[23]/.test((error.driverError as { code?: string }).code ?? '');
