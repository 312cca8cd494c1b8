import { expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { check } from '../../faults/check.js';
import { RecordedClients } from '../../faults/recorded-clients.js';
import { readHeads, readLog } from '../../faults/logged.js';
import { LoadSession } from '../../load/session.js';

const SEED = 5;
/** More questions than are asked within this: a game that runs out of questions cannot go on. */
const SECONDS = 120;

interface Options {
  /** Where players sign in. */
  readonly urls: readonly string[];
  /** Where their sockets connect, if elsewhere. Read again for each connection. */
  readonly socketUrls?: readonly string[];
  readonly games?: number;
  /** Per game. */
  readonly players?: number;
  /** Buzzes a second over all games. */
  readonly rate?: number;
}

/** Games that are played while something breaks. Everything their clients send and see is compared with the log at the end. */
export class RecordedGames {
  /** Whose records are compared; further ones may be added. */
  readonly clientGroups: RecordedClients[];

  private constructor(
    readonly session: LoadSession,
    readonly clients: RecordedClients,
    private readonly rate: number,
  ) {
    this.clientGroups = [clients];
  }

  /** Resolves when all players are seated and buzzes are accepted. */
  static async start({ urls, socketUrls = urls, games = 3, players = 4, rate = 30 }: Options): Promise<RecordedGames> {
    const clients = new RecordedClients(socketUrls, SEED);
    const shape = { games, players, rate, seconds: SECONDS, warmUp: 0 };
    const session = new LoadSession(urls, shape, clients.clientFactory);
    session.tally.measureFrom = 0;
    const recorded = new RecordedGames(session, clients, rate);
    try {
      await session.open();
      session.play(SEED);
      await recorded.goOn();
      return recorded;
    } catch (error) {
      recorded.close();
      throw error;
    }
  }

  get gameIds(): string[] {
    return this.session.games.map(({ gameId }) => gameId);
  }
  /** Buzzes so far. */
  get accepted(): number {
    return this.session.tally.acknowledged.length;
  }

  /** Over all sockets. */
  count(name: 'gaps' | 'resumes' | 'snapshots'): number {
    return this.session.games.reduce((sum, game) => sum + game.connections[name], 0);
  }

  async areOnline(): Promise<void> {
    await eventually(() => expect(this.clients.online).toBe(this.clients.records.length));
  }

  /** Resolves when all clients are online and a second's worth of buzzes was accepted. */
  async goOn(): Promise<void> {
    await this.areOnline();
    await this.accept(this.rate);
    expect(this.session.tally.stuck).toEqual([]);
  }

  /** Resolves when so many more buzzes were accepted. */
  async accept(more: number): Promise<void> {
    const before = this.accepted;
    await eventually(() => expect(this.accepted).toBeGreaterThanOrEqual(before + more));
  }

  /** Resolves when every command that was given so far has its answer. */
  async areAnswered(): Promise<void> {
    const givenBefore = Date.now();
    await eventually(() => {
      const waiting = this.clients.records.flatMap(({ commands }) =>
        commands.filter(({ givenAt, answeredAt }) => answeredAt === null && givenAt < givenBefore),
      );
      expect(waiting).toEqual([]);
    });
  }

  /** Ends play; every client must stand where the log ends, and nothing it was answered or shown may contradict the log. */
  async endWithoutFault(databaseUrl: string): Promise<void> {
    await this.session.stop();
    const heads = await eventually(async () => {
      const found = await readHeads(databaseUrl, this.gameIds);
      expect(this.clientGroups.every((clients) => clients.areAllAt(found))).toBe(true);
      return found;
    });
    this.#leave();
    await this.#compare(databaseUrl, heads);
  }

  /** Ends play, for a log that can be read only later: all clients of a game must stand at the same version. */
  async end(): Promise<void> {
    await this.session.stop();
    await eventually(() => expect(this.clientGroups.every((clients) => clients.areTogether)).toBe(true));
    this.#leave();
  }

  /** After `end`. */
  async expectNoFault(databaseUrl: string): Promise<void> {
    await this.#compare(databaseUrl, null);
  }

  /** May be called at any time, also twice. */
  close(): void {
    this.session.close();
  }

  #leave(): void {
    for (const clients of this.clientGroups) clients.settle();
    this.session.close();
  }

  /** An owner may append to a game at any time; what came after the clients had settled is not looked at. */
  async #compare(databaseUrl: string, heads: ReadonlyMap<string, number> | null): Promise<void> {
    const logged = await readLog(databaseUrl, this.gameIds);
    const seen = logged.map((game) => ({ ...game, rows: game.rows.slice(0, heads?.get(game.gameId)) }));
    const records = this.clientGroups.flatMap((group) => group.records);
    expect(check(seen, records).descriptions).toEqual([]);
    expect(this.session.tally.stuck).toEqual([]);
  }
}
