import type { LiveGame, OperationsFrame, OperationsHelloFrame } from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import type { Bus } from '@earworm/service-kit/bus';
import type { VitalSigns } from '@earworm/service-kit/vitals';
import type { Connection } from '../connections/connection.js';
import { Fleet } from './fleet.js';
import { OpenGames } from './open-games.js';
import type { Topic } from './topics.js';
import { Watchers } from './watchers.js';

const MAX_SUBSCRIBERS = 100;

export interface OperationsDependencies {
  readonly bus: Bus;
  readonly tokens: TokenVerifier;
  readonly vitals: Pick<VitalSigns, 'read'>;
  readonly onBug: (error: unknown) => void;
  readonly everyMs: number;
  readonly goneMs: number;
}

interface Subscriber {
  whole: boolean;
}

/** Sends the fleet's state to watching admins. Idle without subscribers. */
export class Operations implements Topic<OperationsHelloFrame> {
  readonly #subscribers: Watchers<Subscriber>;
  readonly #fleet: Fleet;
  readonly #games: OpenGames;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isRefreshing = false;

  constructor(private readonly deps: OperationsDependencies) {
    const { bus, vitals, tokens, goneMs } = deps;
    this.#subscribers = new Watchers({ tokens, most: MAX_SUBSCRIBERS, mayWatch: ({ isAdmin }) => isAdmin });
    this.#fleet = new Fleet({ bus, own: () => vitals.read(), goneMs });
    this.#games = new OpenGames(deps.bus);
  }

  isSubscribed(connection: Connection): boolean {
    return this.#subscribers.has(connection);
  }

  principalOf(connection: Connection): Principal | null {
    return this.#subscribers.principalOf(connection);
  }

  async subscribe(connection: Connection, hello: OperationsHelloFrame): Promise<void> {
    const principal = await this.#subscribers.admit(connection, hello);
    if (principal === null) return;
    this.#subscribers.add(connection, principal, { whole: true });
    this.#timer ??= setInterval(() => this.#tick(), this.deps.everyMs).unref();
    this.#tick();
  }

  renewToken(connection: Connection, token: string): Promise<void> {
    return this.#subscribers.renewToken(connection, token);
  }

  unsubscribe(connection: Connection): void {
    if (this.#subscribers.delete(connection) && this.#subscribers.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#fleet.stop();
    this.#games.reset();
  }

  #tick(): void {
    this.#fleet.refresh();
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    this.#games
      .refresh()
      .then((changed) => this.#broadcast(changed))
      .catch(this.deps.onBug)
      .finally(() => (this.#isRefreshing = false));
  }

  #broadcast(changed: readonly LiveGame[]): void {
    const now = Date.now();
    const frame = { type: 'operations', now, services: this.#fleet.services, ...this.#fleet.totals } as const;
    const gamesKnown = this.#games.isKnown;
    const encode = (part: Pick<OperationsFrame, 'whole' | 'games'>) =>
      JSON.stringify({ ...frame, ...part, gamesKnown });
    let all: string | undefined;
    let changes: string | undefined;
    for (const [connection, subscriber] of this.#subscribers) {
      this.#subscribers.watchAuth(connection, now);
      if (!connection.open) continue;
      if (!connection.idle) subscriber.whole = true;
      else if (subscriber.whole) {
        connection.sendText((all ??= encode({ whole: true, games: this.#games.all })));
        subscriber.whole = !gamesKnown;
      } else connection.sendText((changes ??= encode({ whole: false, games: [...changed] })));
    }
  }
}
