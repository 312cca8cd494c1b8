import { withTimeout } from '../resilience/index.js';
import { Gauge, type Registry } from 'prom-client';

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
