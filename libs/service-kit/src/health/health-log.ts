import type { Logger } from 'pino';
import type { HealthChecks } from './health-checks.js';

/** Part of every start, and no reason to tell anybody. */
export const START_CHECK = 'start';

/** Logs one line when a check begins to fail or fails for another reason, and one when it passes again. */
export class HealthLog {
  readonly #reasons = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

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
    for (const { name, ok, reason = 'failed' } of (await this.health.ready()).checks) {
      if (name === START_CHECK) continue;
      const before = this.#reasons.get(name);
      if (ok) {
        if (this.#reasons.delete(name)) this.log.info({ check: name }, `${name} works again`);
      } else if (reason !== before) {
        this.#reasons.set(name, reason);
        this.log.warn({ check: name }, `${name} does not work: ${reason}`);
      }
    }
  }
}
