import { type OperationsFrame, type ServiceState, VITALS_SUBJECT, VITALS_WANTED, Vitals } from '@earworm/contracts';
import type { Bus, Subscription } from '@earworm/service-kit/bus';
import { addSpreads, quantileOf } from '@earworm/service-kit/vitals';

/** Services that are shown as not heard of rather than not at all. */
const SERVICES = ['gateway', 'game', 'library', 'identity', 'rate-limit', 'feedback', 'telemetry'] as const;
/** Further ones are not listened to. */
const MOST_INSTANCES = 500;

interface Heard {
  readonly vitals: Vitals;
  readonly at: number;
}

type Totals = Pick<OperationsFrame, 'sockets' | 'press' | 'errors'>;

/** Every instance of every service, as it last said it was. Listens only while somebody watches. */
export class House {
  readonly #heard = new Map<string, Heard>();
  #subscription: Subscription | null = null;

  constructor(
    private readonly bus: Bus,
    /** An instance silent for so long is gone, when another one of its service was heard since. */
    private readonly goneMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  ask(): void {
    this.#subscription ??= this.bus.subscribe(VITALS_SUBJECT, ({ data }) => this.#hear(data));
    this.bus.publish(VITALS_WANTED, new Uint8Array());
  }

  rest(): void {
    this.#subscription?.unsubscribe();
    this.#subscription = null;
    this.#heard.clear();
  }

  get services(): ServiceState[] {
    const now = this.now();
    const heard = [...this.#heard.values()];
    const shown = heard.filter(
      ({ vitals, at }) =>
        now - at < this.goneMs || !heard.some((other) => other.vitals.service === vitals.service && other.at > at),
    );
    const missing = SERVICES.filter((service) => !heard.some(({ vitals }) => vitals.service === service));
    return [
      ...shown.map(({ vitals: { service, instance, lagMs, checks, spaces = {} }, at }) => ({
        ...{ service, instance, lagMs, checks, spaces },
        heardAgoMs: Math.round(now - at),
      })),
      ...missing.map((service) => ({ service, instance: '', lagMs: { p50: 0, p99: 0 }, checks: [], heardAgoMs: null })),
    ].sort((a, b) => a.service.localeCompare(b.service) || a.instance.localeCompare(b.instance));
  }

  get totals(): Totals {
    const now = this.now();
    const alive = [...this.#heard.values()].filter(({ at }) => now - at < this.goneMs).map(({ vitals }) => vitals);
    const sum = (name: string) => alive.reduce((total, { numbers }) => total + (numbers[name] ?? 0), 0);
    const press = addSpreads(alive.map(spreadOf));
    return {
      sockets: sum('sockets'),
      press: {
        p50: quantileOf(press, 0.5),
        p99: quantileOf(press, 0.99),
        count: press.reduce((total, n) => total + n, 0),
      },
      errors: {
        browser: alive.some(({ service }) => service === 'telemetry') ? sum('browserErrors') : null,
        server: sum('serverErrors'),
      },
    };
  }

  #hear(data: Uint8Array): void {
    const vitals = Vitals.safeParse(readJson(data)).data;
    if (vitals === undefined) return;
    if (!this.#heard.has(vitals.instance) && this.#heard.size >= MOST_INSTANCES) return;
    this.#heard.set(vitals.instance, { vitals, at: this.now() });
  }
}

const spreadOf = ({ spreads }: Vitals): number[] => spreads['press'] ?? [];

function readJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8'));
  } catch {
    return null;
  }
}
