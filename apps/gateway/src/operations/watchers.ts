import { PROTOCOL_VERSION, RefusedError } from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import { closeReasonOf, sendBye } from '../connections/bye.js';
import type { Connection } from '../connections/connection.js';
import { askAuthAt, watchAuth } from '../connections/token-renewal.js';

interface WatchersOptions {
  readonly tokens: TokenVerifier;
  readonly most: number;
  readonly mayWatch: (principal: Principal) => boolean;
}

interface Watcher<Extra> {
  principal: Principal;
  askAuthAt: number;
  readonly extra: Extra;
}

/** Sockets that watch something other than a game, with the tokens they were opened with. */
export class Watchers<Extra> {
  readonly #all = new Map<Connection, Watcher<Extra>>();

  constructor(private readonly options: WatchersOptions) {}

  get size(): number {
    return this.#all.size;
  }

  has(connection: Connection): boolean {
    return this.#all.has(connection);
  }

  principalOf(connection: Connection): Principal | null {
    return this.#all.get(connection)?.principal ?? null;
  }

  extraOf(connection: Connection): Extra | undefined {
    return this.#all.get(connection)?.extra;
  }

  *[Symbol.iterator](): Generator<[Connection, Extra]> {
    for (const [connection, { extra }] of this.#all) yield [connection, extra];
  }

  /** Closes the socket and resolves with null if it may not watch. */
  async admit(connection: Connection, { protocol, token }: { readonly protocol: number; readonly token: string }) {
    if (protocol < PROTOCOL_VERSION - 1) return this.#refuse(connection, 'protocol-too-old');
    const principal = await this.#verify(connection, token);
    if (principal === null || !connection.open) return null;
    if (!this.options.mayWatch(principal)) return this.#refuse(connection, 'forbidden');
    if (this.#all.size >= this.options.most) return this.#refuse(connection, 'busy');
    return principal;
  }

  add(connection: Connection, principal: Principal, extra: Extra): void {
    this.#all.set(connection, { principal, askAuthAt: askAuthAt(principal), extra });
  }

  /** True if it was there. */
  delete(connection: Connection): boolean {
    return this.#all.delete(connection);
  }

  async renewToken(connection: Connection, token: string): Promise<void> {
    const principal = await this.#verify(connection, token);
    const watcher = this.#all.get(connection);
    if (principal === null || watcher === undefined) return;
    const isSame = principal.userId === watcher.principal.userId;
    if (!isSame || !this.options.mayWatch(principal)) return sendBye(connection, 'forbidden');
    Object.assign(watcher, { principal, askAuthAt: askAuthAt(principal) });
  }

  /** Asks for a new token in time, or closes the socket. */
  watchAuth(connection: Connection, now: number): void {
    const watcher = this.#all.get(connection);
    if (watcher !== undefined) watchAuth(connection, watcher, now, 0);
  }

  #refuse(connection: Connection, reason: 'protocol-too-old' | 'forbidden' | 'busy'): null {
    sendBye(connection, reason);
    return null;
  }

  async #verify(connection: Connection, token: string): Promise<Principal | null> {
    try {
      return await this.options.tokens.verify(token);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      sendBye(connection, closeReasonOf(error));
      return null;
    }
  }
}
