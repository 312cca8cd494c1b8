import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  readonly firstMs?: number;
  /** One run. Long runs check `stopped`. Null: another replica does it. A rejection does not affect the next run. */
  readonly run: (stopped: () => boolean) => unknown;
  readonly failure: string | ((error: unknown) => void);
}

type Outcome = 'done' | 'skipped' | 'failed';

/** Runs jobs at a fixed rate, never overlapping in this process. */
export class Jobs {
  readonly #running = new Map<string, Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #runs: Counter;
  readonly #seconds: Gauge;
  readonly #lastDone: Gauge;
  #isStopped = false;

  constructor(
    private readonly log: Logger,
    metrics: Registry,
  ) {
    const registers = [metrics];
    const ofJob = { labelNames: ['job'], registers } as const;
    this.#runs = new Counter({
      name: 'job_runs_total',
      help: 'Runs of scheduled jobs by outcome; skipped: another replica does it',
      labelNames: ['job', 'outcome'],
      registers,
    });
    this.#seconds = new Gauge({ name: 'job_last_run_seconds', help: 'Time that the last run of a job took', ...ofJob });
    this.#lastDone = new Gauge({
      name: 'job_last_success_timestamp_seconds',
      help: 'When a job last ended well, in seconds since the epoch',
      ...ofJob,
    });
  }

  start(jobs: readonly Job[]): void {
    for (const job of jobs) {
      // Prometheus sees no increase in a series' first value.
      for (const outcome of ['done', 'skipped', 'failed'] as const) this.#runs.inc({ job: job.name, outcome }, 0);
      const first = setTimeout(() => {
        this.#timers.delete(first);
        this.#timers.add(setInterval(() => this.#begin(job), job.everyMs).unref());
        this.#begin(job);
      }, job.firstMs ?? job.everyMs).unref();
      this.#timers.add(first);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running.values());
  }

  #begin(job: Job): void {
    if (this.#running.has(job.name)) return;
    const run = this.#run(job).finally(() => this.#running.delete(job.name));
    this.#running.set(job.name, run);
  }

  async #run({ name, run, failure }: Job): Promise<void> {
    const start = performance.now();
    let outcome: Outcome = 'failed';
    try {
      outcome = (await run(() => this.#isStopped)) === null ? 'skipped' : 'done';
    } catch (error) {
      if (typeof failure === 'string') this.log.warn({ err: error }, failure);
      else failure(error);
    }
    this.#runs.inc({ job: name, outcome });
    this.#seconds.set({ job: name }, (performance.now() - start) / 1_000);
    if (outcome === 'done') this.#lastDone.set({ job: name }, Date.now() / 1_000);
  }
}
