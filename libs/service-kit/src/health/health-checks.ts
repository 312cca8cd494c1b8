/** Resolves when the part works; rejects with a sentence otherwise. */
export type HealthCheck = () => Promise<unknown> | unknown;

export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  /** Milliseconds the check took. */
  readonly ms: number;
  readonly reason?: string;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: readonly CheckResult[];
}

const CHECK_WITHIN_MS = 2000;

/** What a service needs to be of use. Live means only that the process answers. */
export class HealthChecks {
  private readonly checks = new Map<string, HealthCheck>();
  private refusal: string | undefined;

  /** Returns the way to take the check away again. */
  add(name: string, check: HealthCheck): () => void {
    this.checks.set(name, check);
    return () => void this.checks.delete(name);
  }

  /** From now on not ready, whatever the checks say: the process is on its way out. */
  refuse(reason: string): void {
    this.refusal = reason;
  }

  async ready(): Promise<Readiness> {
    const checks = await Promise.all([...this.checks].map(([name, check]) => run(name, check)));
    if (this.refusal !== undefined) checks.push({ name: 'process', ok: false, ms: 0, reason: this.refusal });
    return { ready: checks.every((each) => each.ok), checks };
  }
}

async function run(name: string, check: HealthCheck): Promise<CheckResult> {
  const start = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_WITHIN_MS} ms`)), CHECK_WITHIN_MS);
  });
  const took = () => Math.round(performance.now() - start);
  try {
    await Promise.race([Promise.resolve().then(check), tooSlow]);
    return { name, ok: true, ms: took() };
  } catch (error) {
    return { name, ok: false, ms: took(), reason: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
