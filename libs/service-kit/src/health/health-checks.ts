import { withTimeout } from '../resilience/index.js';

/** Resolves when the part works; rejects with a sentence otherwise. */
export type HealthCheck = () => Promise<unknown> | unknown;

export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  /** Milliseconds the check took. */
  readonly ms: number;
  readonly reason?: string;
  /** The service is of use without it, if of less. */
  readonly optional?: true;
}

export interface HealthCheckTerms {
  /** While it fails it is shown, and the service stays ready: what needs the part says so itself. */
  readonly optional?: boolean;
}

export interface Readiness {
  readonly ready: boolean;
  /** Ready, but something optional is away. */
  readonly degraded: boolean;
  readonly checks: readonly CheckResult[];
}

const CHECK_WITHIN_MS = 2000;

/** What a service needs to be of use. Live means only that the process answers. */
export class HealthChecks {
  private readonly checks = new Map<string, { check: HealthCheck; optional: boolean }>();
  private refusal: string | undefined;

  /** Returns the way to take the check away again. */
  add(name: string, check: HealthCheck, { optional = false }: HealthCheckTerms = {}): () => void {
    this.checks.set(name, { check, optional });
    return () => void this.checks.delete(name);
  }

  /** From now on not ready, whatever the checks say: the process is on its way out. */
  refuse(reason: string): void {
    this.refusal = reason;
  }

  async ready(): Promise<Readiness> {
    const checks: CheckResult[] = await Promise.all(
      [...this.checks].map(async ([name, { check, optional }]) => ({
        ...(await run(name, check)),
        ...(optional ? { optional } : {}),
      })),
    );
    if (this.refusal !== undefined) checks.push({ name: 'process', ok: false, ms: 0, reason: this.refusal });
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

/** Several addresses of one host fail with an error that has a code alone. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
