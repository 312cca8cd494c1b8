import {
  type LiveGame,
  type OperationsFrame,
  type OperationsHelloFrame,
  PROTOCOL_VERSION,
  RefusedError,
} from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import type { Bus } from '@earworm/service-kit/bus';
import type { VitalSigns } from '@earworm/service-kit/vitals';
import { askAuthAt, watchAuth } from '../connections/token-renewal.js';
import { closeReasonOf, sendBye } from '../connections/bye.js';
import type { Connection } from '../connections/connection.js';
import { Fleet } from './fleet.js';
import { OpenGames } from './open-games.js';

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
  principal: Principal;
  askAuthAt: number;
  whole: boolean;
}

/** Sends the fleet's state to watching admins. Idle without subscribers. */
export class Operations {
  readonly #subscribers = new Map<Connection, Subscriber>();
  readonly #fleet: Fleet;
  readonly #games: OpenGames;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isRefreshing = false;

  constructor(private readonly deps: OperationsDependencies) {
    const { bus, vitals, goneMs } = deps;
    this.#fleet = new Fleet({ bus, own: () => vitals.read(), goneMs });
    this.#games = new OpenGames(deps.bus);
  }

  isSubscribed(connection: Connection): boolean {
    return this.#subscribers.has(connection);
  }

  principalOf(connection: Connection): Principal | null {
    return this.#subscribers.get(connection)?.principal ?? null;
  }

  async subscribe(connection: Connection, hello: OperationsHelloFrame): Promise<void> {
    if (hello.protocol < PROTOCOL_VERSION - 1) return sendBye(connection, 'protocol-too-old');
    const principal = await this.#verify(connection, hello.token);
    if (principal === null || !connection.open) return;
    if (!principal.isAdmin) return sendBye(connection, 'forbidden');
    if (this.#subscribers.size >= MAX_SUBSCRIBERS) return sendBye(connection, 'busy');
    this.#subscribers.set(connection, { principal, askAuthAt: askAuthAt(principal), whole: true });
    this.#timer ??= setInterval(() => this.#tick(), this.deps.everyMs).unref();
    this.#tick();
  }

  async renewToken(connection: Connection, token: string): Promise<void> {
    const principal = await this.#verify(connection, token);
    const subscriber = this.#subscribers.get(connection);
    if (principal === null || subscriber === undefined) return;
    if (principal.userId !== subscriber.principal.userId || !principal.isAdmin) return sendBye(connection, 'forbidden');
    Object.assign(subscriber, { principal, askAuthAt: askAuthAt(principal) });
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

  async #verify(connection: Connection, token: string): Promise<Principal | null> {
    try {
      return await this.deps.tokens.verify(token);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      sendBye(connection, closeReasonOf(error));
      return null;
    }
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
      watchAuth(connection, subscriber, now, 0);
      if (!connection.open) continue;
      if (!connection.idle) subscriber.whole = true;
      else if (subscriber.whole) {
        connection.sendText((all ??= encode({ whole: true, games: this.#games.all })));
        subscriber.whole = !gamesKnown;
      } else connection.sendText((changes ??= encode({ whole: false, games: [...changed] })));
    }
  }
}
