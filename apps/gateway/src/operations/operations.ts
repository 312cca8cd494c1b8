import {
  type CloseReason,
  type LiveGame,
  type OperationsFrame,
  type OperationsHelloFrame,
  PROTOCOL_VERSION,
  RefusedError,
} from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import type { Bus } from '@earworm/service-kit/bus';
import type { VitalSigns } from '@earworm/service-kit/vitals';
import { askAuthAt } from '../connections/auth-watch.js';
import { sayBye } from '../connections/bye.js';
import type { Connection } from '../connections/connection.js';
import { Fleet } from './fleet.js';
import { OpenGames } from './open-games.js';

/** Admins with the page open at one gateway; the next is told to come back. */
const MOST_WATCHERS = 100;
const ASK_AUTH_AGAIN_MS = 15_000;

export interface OperationsTerms {
  readonly bus: Bus;
  readonly tokens: TokenVerifier;
  /** This gateway's own. */
  readonly vitals: Pick<VitalSigns, 'read'>;
  readonly onBug: (error: unknown) => void;
  readonly everyMs: number;
  /** An instance silent for so long is gone, when another one of its service was heard since. */
  readonly goneMs: number;
}

interface Watcher {
  principal: Principal;
  askAuthAt: number;
  /** The next frame carries all games: it is the first, or one was left out because the line was busy. */
  whole: boolean;
}

/** Sends the state of all services to watching admins, every second by default. Without watchers it does nothing. */
export class Operations {
  readonly #watchers = new Map<Connection, Watcher>();
  readonly #fleet: Fleet;
  readonly #games: OpenGames;
  #timer: ReturnType<typeof setInterval> | undefined;
  #looking = false;

  constructor(private readonly terms: OperationsTerms) {
    const { bus, vitals, goneMs } = terms;
    this.#fleet = new Fleet({ bus, own: () => vitals.read(), goneMs });
    this.#games = new OpenGames(terms.bus);
  }

  watches(connection: Connection): boolean {
    return this.#watchers.has(connection);
  }

  principalOf(connection: Connection): Principal | null {
    return this.#watchers.get(connection)?.principal ?? null;
  }

  async greet(connection: Connection, hello: OperationsHelloFrame): Promise<void> {
    if (hello.protocol < PROTOCOL_VERSION - 1) return sayBye(connection, 'protocol-too-old');
    const principal = await this.#verify(connection, hello.token);
    if (principal === null || !connection.open) return;
    if (!principal.isAdmin) return sayBye(connection, 'forbidden');
    if (this.#watchers.size >= MOST_WATCHERS) return sayBye(connection, 'busy');
    this.#watchers.set(connection, { principal, askAuthAt: askAuthAt(principal), whole: true });
    this.#timer ??= setInterval(() => this.#tick(), this.terms.everyMs).unref();
    this.#tick();
  }

  /** Takes a new token for the same admin. */
  async renew(connection: Connection, token: string): Promise<void> {
    const principal = await this.#verify(connection, token);
    const watcher = this.#watchers.get(connection);
    if (principal === null || watcher === undefined) return;
    if (principal.userId !== watcher.principal.userId || !principal.isAdmin) return sayBye(connection, 'forbidden');
    Object.assign(watcher, { principal, askAuthAt: askAuthAt(principal) });
  }

  /** Safe for a connection that never watched. */
  leave(connection: Connection): void {
    if (this.#watchers.delete(connection) && this.#watchers.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#fleet.rest();
    this.#games.forget();
  }

  async #verify(connection: Connection, token: string): Promise<Principal | null> {
    try {
      return await this.terms.tokens.verify(token);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      sayBye(connection, REASONS[error.code] ?? 'busy');
      return null;
    }
  }

  #tick(): void {
    this.#fleet.ask();
    if (this.#looking) return;
    this.#looking = true;
    this.#games
      .look()
      .then((changed) => this.#tell(changed))
      .catch(this.terms.onBug)
      .finally(() => (this.#looking = false));
  }

  #tell(changed: readonly LiveGame[]): void {
    const now = Date.now();
    const frame = { type: 'operations', now, services: this.#fleet.services, ...this.#fleet.totals } as const;
    const gamesKnown = this.#games.known;
    const encode = (part: Pick<OperationsFrame, 'whole' | 'games'>) =>
      JSON.stringify({ ...frame, ...part, gamesKnown });
    let all: string | undefined;
    let news: string | undefined;
    for (const [connection, watcher] of this.#watchers) {
      if (!this.#mayGoOn(connection, watcher, now)) continue;
      if (!connection.idle) watcher.whole = true;
      else if (watcher.whole) {
        connection.sayText((all ??= encode({ whole: true, games: this.#games.all })));
        watcher.whole = !gamesKnown;
      } else connection.sayText((news ??= encode({ whole: false, games: [...changed] })));
    }
  }

  /** Asks for a new token in time; no longer than its token lives is an admin an admin. */
  #mayGoOn(connection: Connection, watcher: Watcher, now: number): boolean {
    const { expiresAt } = watcher.principal;
    if (now > expiresAt) {
      sayBye(connection, 'token-expired');
      return false;
    }
    if (now >= watcher.askAuthAt) {
      watcher.askAuthAt = now + ASK_AUTH_AGAIN_MS;
      connection.say({ type: 'auth', before: expiresAt - now });
    }
    return true;
  }
}

const REASONS: Partial<Record<string, CloseReason>> = {
  unauthenticated: 'unauthenticated',
  'token-expired': 'token-expired',
};
