import { createGameClient, type GameClient, type Reading } from '@earworm/client';
import { sharedReading } from '@earworm/client/testing/shared-reading';
import { seededRandom } from '@earworm/service-kit/testing/seeded-random';
import type { ConnectClient } from '../load/lean-clients.js';
import { emptyRecord, recorded, standingOf, type ClientRecord } from './record.js';
import { watchedSocket, type OpenSockets } from './watched-socket.js';

/** No server listens there. */
const NOWHERE = 'http://127.0.0.1:1';

/** All clients of a run: each is recorded, each socket connects to a random gateway. */
export class RecordedClients {
  readonly records: ClientRecord[] = [];
  readonly #clients: { client: GameClient; record: ClientRecord }[] = [];
  readonly #open: OpenSockets = new Set();
  readonly #random: () => number;
  #isOffline = false;

  constructor(
    private readonly urls: readonly string[],
    seed: number,
  ) {
    this.#random = seededRandom(seed);
  }

  /** For LoadSession. */
  readonly clientFactory = (): ConnectClient => {
    const shared = sharedReading();
    // Frames may be parsed once for all, but each client has to find its own way to its state.
    const reading: Reading = { parse: (text) => shared.parse(text), viewAt: (_key, _version, make) => make() };
    return ({ gameId, as, guest }) => {
      const record = emptyRecord(gameId, guest.userId, as);
      const WebSocket = watchedSocket({
        nextUrl: () => (this.#isOffline ? NOWHERE : this.#anyUrl()),
        open: this.#open,
        reading,
        onSlip: (slip) => record.slips.push(slip),
        onSnapshot: (sent) => {
          if (record.final === null) record.sent.push(sent);
        },
      });
      const options = { url: guest.serverUrl, gameId, as, token: guest.token, WebSocket, reading };
      const client = createGameClient({ ...options, random: this.#random });
      this.records.push(record);
      this.#clients.push({ client, record });
      return recorded(client, record);
    };
  };

  /** Breaks this share of all sockets; how many that were. */
  cut(share: number): number {
    const chosen = [...this.#open].filter(() => this.#random() < share);
    for (const socket of chosen) socket.cut();
    return chosen.length;
  }

  /**
   * Disconnects all clients until `goOnline`: all sockets break, and none can be opened. Returns how many those were.
   */
  goOffline(): number {
    this.#isOffline = true;
    return this.cut(1);
  }

  goOnline(): void {
    this.#isOffline = false;
  }

  get online(): number {
    return this.#clients.filter(({ client }) => client.state.connection === 'online').length;
  }

  /** The number of players that each client is shown as online. */
  get shownOnline(): number[] {
    return this.#clients.map(({ client }) => client.state.presence?.online ?? 0);
  }

  get areAllOnline(): boolean {
    return this.online === this.#clients.length;
  }

  /** True when every client is at the version that the log has of its game. */
  areAllAt(heads: ReadonlyMap<string, number>): boolean {
    return this.#clients.every(({ client, record }) => client.state.version === heads.get(record.gameId));
  }

  /** True when all clients of each game are at the same version and none was answered at a later one. */
  get areTogether(): boolean {
    const heads = new Map<string, number>();
    for (const { client, record } of this.#clients) {
      const answered = record.commands.map(({ answer }) => (answer?.ok ? answer.version : 0));
      const newest = Math.max(heads.get(record.gameId) ?? 0, client.state.version, ...answered);
      heads.set(record.gameId, newest);
    }
    return this.areAllAt(heads);
  }

  /** Records the final state of every client. */
  settle(): void {
    for (const { client, record } of this.#clients) record.final = standingOf(client);
  }

  #anyUrl(): string {
    return this.urls[Math.floor(this.#random() * this.urls.length)] ?? '';
  }
}
