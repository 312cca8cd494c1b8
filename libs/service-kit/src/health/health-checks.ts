import { withTimeout, backoff, retry } from '../resilience/index.js';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from 'pino';

export type HealthCheck = () => Promise<unknown> | unknown;

export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly ms: number;
  readonly reason?: string;
  readonly optional?: true;
}

export interface HealthCheckOptions {
  /** A failure is reported but the service stays ready. */
  readonly optional?: boolean;
}

export interface Readiness {
  readonly ready: boolean;
  readonly degraded: boolean;
  readonly checks: readonly CheckResult[];
}

const CHECK_WITHIN_MS = 2000;

export class HealthChecks {
  readonly #checks = new Map<string, { check: HealthCheck; optional: boolean }>();
  #refusal: string | undefined;

  add(name: string, check: HealthCheck, { optional = false }: HealthCheckOptions = {}): () => void {
    this.#checks.set(name, { check, optional });
    return () => void this.#checks.delete(name);
  }

  refuse(reason: string): void {
    this.#refusal = reason;
  }

  async ready(): Promise<Readiness> {
    const checks: CheckResult[] = await Promise.all(
      [...this.#checks].map(async ([name, { check, optional }]) => ({
        ...(await run(name, check)),
        ...(optional ? { optional } : {}),
      })),
    );
    if (this.#refusal !== undefined) checks.push({ name: 'process', ok: false, ms: 0, reason: this.#refusal });
    const ready = checks.every(({ ok, optional }) => ok || optional);
    return { ready, degraded: ready && checks.some(({ ok }) => !ok), checks };
  }
}

async function run(name: string, check: HealthCheck): Promise<CheckResult> {
  const start = performance.now();
  const took = () => Math.round(performance.now() - start);
  try {
    await withTimeout(CHECK_WITHIN_MS, async () => check());
    return { name, ok: true, ms: took() };
  } catch (error) {
    return { name, ok: false, ms: took(), reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

export function watchHealth(metrics: Registry, health: HealthChecks): void {
  new Gauge({
    name: 'health_check_ok',
    help: 'Whether what the service needs works: 1 or 0; one that is optional leaves the service ready',
    labelNames: ['check', 'optional'],
    registers: [metrics],
    async collect() {
      const { checks } = await health.ready();
      this.reset();
      for (const { name, ok, optional = false } of checks)
        this.set({ check: name, optional: String(optional) }, Number(ok));
    },
  });
}

const pauseMs = backoff(250, 5_000);

interface Attempts {
  readonly health: HealthChecks;
  readonly name: string;
  readonly isFinal?: (error: unknown) => boolean;
}

/** Retries until it succeeds; meanwhile the check `name` fails with the last error. */
export async function retryUntilReady<T>(
  { health, name, isFinal = () => false }: Attempts,
  work: () => Promise<T>,
): Promise<T> {
  let reason: unknown;
  let drop: (() => void) | undefined;
  const onRetry = (error: unknown) => {
    drop ??= health.add(name, () => Promise.reject(reason));
    reason = error;
  };
  const result = await retry(work, { pauseMs, shouldRetry: (error) => !isFinal(error), onRetry });
  drop?.();
  return result;
}

/** Fails at every start; not logged. */
export const START_CHECK = 'start';

const MAX_REASONS = 4;

/** Logs when a check starts to fail, fails for another reason, or passes again. */
export class HealthLog {
  readonly #reasons = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(
    private readonly health: Pick<HealthChecks, 'ready'>,
    private readonly log: Pick<Logger, 'info' | 'warn'>,
  ) {}

  start(everyMs: number): void {
    this.#timer = setInterval(() => void this.look(), everyMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async look(): Promise<void> {
    // A check may outlast the interval.
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { checks } = await this.health.ready();
    this.#isLooking = false;
    for (const { name, ok, reason = 'failed' } of checks) {
      if (name === START_CHECK) continue;
      const reasons = this.#reasons.get(name) ?? new Set<string>();
      if (ok) {
        if (this.#reasons.delete(name)) this.log.info({ check: name }, `${name}: works again`);
      } else if (!reasons.has(reason) && reasons.size < MAX_REASONS) {
        this.#reasons.set(name, reasons.add(reason));
        this.log.warn({ check: name }, `${name}: ${reason}`);
      }
    }
  }
}
