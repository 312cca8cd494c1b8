import { randomUUID } from 'node:crypto';
import { type Space, VITALS_SUBJECT, VITALS_WANTED, type Vitals } from '@earworm/contracts';
import type { Bus, Subscription } from '../bus/port.js';
import type { HealthChecks } from '../health/health-checks.js';
import { readEventLoopLag } from './event-loop-lag.js';

/** However many gateways ask: not more often than this. */
const ANSWER_EVERY_MS = 500;

/** How this instance of a service is, told on the bus whenever somebody who watches operations asks. */
export class VitalSigns {
  readonly #instance = randomUUID();
  readonly #numbers = new Map<string, () => number>();
  readonly #spreads = new Map<string, () => number[]>();
  readonly #spaces = new Map<string, () => Space | null>();
  #answeredAt = -Infinity;

  constructor(
    private readonly service: string,
    private readonly bus: Bus,
    private readonly health: HealthChecks,
  ) {
    const startedAt = performance.now();
    this.number('upMs', () => Math.round(performance.now() - startedAt));
  }

  /** A further figure to tell of. */
  number(name: string, read: () => number): void {
    this.#numbers.set(name, read);
  }

  /** A further distribution to tell of; `read` gives the counts of a `Spread`. */
  spread(name: string, read: () => number[]): void {
    this.#spreads.set(name, read);
  }

  /** Something that this service fills; null while it is not known how full it is. */
  space(name: string, read: () => Space | null): void {
    this.#spaces.set(name, read);
  }

  /** Answers until unsubscribed or the bus is drained. */
  serve(): Subscription {
    return this.bus.subscribe(VITALS_WANTED, () => {
      const now = performance.now();
      if (now - this.#answeredAt < ANSWER_EVERY_MS) return;
      this.#answeredAt = now;
      void this.read().then((vitals) => this.bus.publish(VITALS_SUBJECT, Buffer.from(JSON.stringify(vitals))));
    });
  }

  /** As they are now; waits for the health checks. */
  async read(): Promise<Vitals> {
    const { checks } = await this.health.ready();
    const spaces = [...this.#spaces].flatMap(([name, read]) => {
      const space = read();
      return space === null ? [] : [[name, space] as const];
    });
    return {
      service: this.service,
      instance: this.#instance,
      lagMs: readEventLoopLag(),
      // Without the reasons: they may name hosts and users.
      checks: checks.map(({ reason: _, ...told }) => told),
      numbers: Object.fromEntries([...this.#numbers].map(([name, read]) => [name, read()])),
      ...(spaces.length === 0 ? {} : { spaces: Object.fromEntries(spaces) }),
      spreads: Object.fromEntries([...this.#spreads].map(([name, read]) => [name, read()])),
    };
  }
}
