import type { Logger } from 'pino';
import type { HealthChecks } from './health-checks.js';

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
