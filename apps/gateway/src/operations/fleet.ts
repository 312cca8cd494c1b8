import {
  type Dependency,
  ERRORS,
  type OperationsFrame,
  type ServiceState,
  SILENT_AFTER_MS,
  VITALS_SUBJECT,
  VITALS_WANTED,
  Vitals,
} from '@earworm/contracts';
import { type Bus, type Subscription, tryParseJson } from '@earworm/service-kit/bus';
import { mergeHistograms, quantileOf } from '@earworm/service-kit/vitals';
import { REFUSED } from './figures.js';

const SERVICES = ['gateway', 'game', 'library', 'identity', 'rate-limit', 'feedback', 'telemetry', 'shows'] as const;
const MAX_INSTANCES = 500;

interface Instance {
  readonly vitals: Vitals;
  readonly at: number;
  /** Replaces a dead instance; each replaces one at most. */
  replacesAnother: boolean;
}

type Totals = Pick<
  OperationsFrame,
  'sockets' | 'press' | 'errors' | 'players' | 'joins' | 'wrongCodes' | 'refusals' | 'down'
>;

export interface FleetOptions {
  readonly bus: Bus;
  readonly own: () => Promise<Vitals>;
  /** Silent instances are dropped after this, if another of the service is alive. */
  readonly goneMs: number;
  readonly now?: () => number;
}

/** Newest vitals of every instance. Subscribed only while watched. */
export class Fleet {
  readonly #instances = new Map<string, Instance>();
  readonly #now: () => number;
  #subscription: Subscription | null = null;
  #listensSince = 0;
  #reading = false;

  constructor(private readonly options: FleetOptions) {
    this.#now = options.now ?? (() => performance.now());
  }

  refresh(): void {
    const { bus } = this.options;
    if (this.#subscription === null) this.#listensSince = this.#now();
    this.#subscription ??= bus.subscribe(VITALS_SUBJECT, ({ data }) => this.#receive(tryParseJson(Vitals, data)));
    bus.publish(VITALS_WANTED, new Uint8Array());
    void this.#readOwn();
  }

  stop(): void {
    this.#subscription?.unsubscribe();
    this.#subscription = null;
    this.#instances.clear();
  }

  get services(): ServiceState[] {
    const now = this.#now();
    this.#retire(now);
    const all = [...this.#instances.values()];
    // Give instances time to answer.
    const hasListened = now - this.#listensSince >= SILENT_AFTER_MS;
    const missing = SERVICES.filter((service) => hasListened && !all.some(({ vitals }) => vitals.service === service));
    return [
      ...all.map(({ vitals: { service, instance, lagMs, checks, spaces = {} }, at }) => {
        return { service, instance, lagMs, checks, spaces, heardAgoMs: Math.round(now - at) };
      }),
      ...missing.map((service) => ({ service, instance: '', lagMs: { p50: 0, p99: 0 }, checks: [], heardAgoMs: null })),
    ].sort((a, b) => a.service.localeCompare(b.service) || a.instance.localeCompare(b.instance));
  }

  get totals(): Totals {
    const now = this.#now();
    this.#retire(now);
    const alive = [...this.#instances.values()]
      .filter(({ at }) => now - at < this.options.goneMs)
      .map(({ vitals }) => vitals);
    const sum = (name: string) => alive.reduce((total, { numbers }) => total + (numbers[name] ?? 0), 0);
    const buzzes = mergeHistograms(alive.map(({ spreads }) => spreads['press'] ?? []));
    const refusals = Object.keys(ERRORS).map((code) => [code, sum(REFUSED + code)] as const);
    return {
      sockets: sum('sockets'),
      players: sum('players'),
      joins: sum('joins'),
      wrongCodes: sum('wrongCodes'),
      refusals: Object.fromEntries(refusals.filter(([, count]) => count > 0)),
      press: {
        p50: quantileOf(buzzes, 0.5),
        p99: quantileOf(buzzes, 0.99),
        count: buzzes.reduce((total, n) => total + n, 0),
      },
      errors: {
        browser: alive.some(({ service }) => service === 'telemetry') ? sum('browserErrors') : null,
        server: sum('serverErrors'),
      },
      down: this.#down(now),
    };
  }

  /** A health check may outlast the interval. */
  async #readOwn(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      const vitals = await this.options.own();
      if (this.#subscription !== null) this.#receive(vitals);
    } finally {
      this.#reading = false;
    }
  }

  #down(now: number): Dependency[] {
    const fails = [...this.#instances.values()].some(
      ({ vitals, at }) =>
        now - at < SILENT_AFTER_MS && vitals.checks.some(({ name, ok }) => name === 'database' && !ok),
    );
    return [...(this.options.bus.connected ? [] : (['bus'] as const)), ...(fails ? (['database'] as const) : [])];
  }

  /** Drops replaced and long silent instances. */
  #retire(now: number): void {
    const byLastReport = [...this.#instances].sort(([, a], [, b]) => a.at - b.at);
    for (const [id, dead] of byLastReport) {
      if (now - dead.at < SILENT_AFTER_MS) continue;
      const others = byLastReport.map(([, other]) => other).filter((other) => this.#follows(other, dead));
      const successor = others
        .filter((other) => !other.replacesAnother && startOf(other) >= dead.at)
        .sort((a, b) => startOf(a) - startOf(b))[0];
      if (successor) successor.replacesAnother = true;
      if (successor || (others.length > 0 && now - dead.at >= this.options.goneMs)) this.#instances.delete(id);
    }
  }

  #follows(other: Instance, dead: Instance): boolean {
    return other.vitals.service === dead.vitals.service && other.at > dead.at;
  }

  #receive(vitals: Vitals | undefined): void {
    if (vitals === undefined) return;
    const before = this.#instances.get(vitals.instance);
    if (before === undefined && this.#instances.size >= MAX_INSTANCES) return;
    this.#instances.set(vitals.instance, {
      vitals,
      at: this.#now(),
      replacesAnother: before?.replacesAnother ?? false,
    });
  }
}

/** Older releases report no uptime. */
const startOf = ({ vitals: { numbers }, at }: Instance): number => at - (numbers['upMs'] ?? Infinity);
