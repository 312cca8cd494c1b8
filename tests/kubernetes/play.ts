import { check } from '../faults/check.js';
import { RecordedClients } from '../faults/recorded-clients.js';
import { type Fault, FAULTS } from '../faults/findings.js';
import { readHeads, readLog } from '../faults/logged.js';
import { Standstills } from '../faults/standstills.js';
import { LoadSession } from '../load/session.js';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { BrowserGame } from './browser-game.js';
import { type Disruption, type Pause, pausesOf, waitsOf } from './pauses.js';

export interface PlayShape {
  readonly games: number;
  /** Per game, besides its moderator. */
  readonly players: number;
  /** Buzzes a second over all games. */
  readonly rate: number;
  /** More questions are prepared than are asked within this. */
  readonly seconds: number;
}

export interface PlayResult {
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly reloads: number;
  readonly pauses: readonly Pause[];
  /** Everything else that is wrong, a sentence each. */
  readonly faults: readonly string[];
}

const SEED = 11;
/** After a disruption, until all have reconnected and every command is answered. */
const RECOVERED_WITHIN_MS = 60_000;
/** Of a player or moderator on the pages, until they count as playing. */
const PAGE_STEPS = 2;
/** They hold a clock of the servers against one here. */
const NEED_ONE_CLOCK: ReadonlySet<Fault> = new Set(['early', 'wrongWinner']);

/** Games that are played through one address while things happen to what serves it, and what became of every command. */
export class Play {
  readonly #disruptions: Disruption[] = [];
  readonly #faults: string[] = [];
  readonly #standstills = new Standstills();

  private constructor(
    private readonly recordedClients: RecordedClients,
    private readonly session: LoadSession,
    private readonly browserGame: BrowserGame,
    private readonly rate: number,
    private readonly say: (what: string) => void,
  ) {}

  /** Resolves when all players are seated, buzzes are accepted and the pages play. */
  static async start(url: string, shape: PlayShape, say: (what: string) => void): Promise<Play> {
    const clients = new RecordedClients([url], SEED);
    const session = new LoadSession([url], { ...shape, warmUp: 0 }, clients.clientFactory);
    session.tally.measureFrom = 0;
    let browserGame: BrowserGame | null = null;
    try {
      await session.open();
      browserGame = await BrowserGame.start(url);
      session.play(SEED);
      const play = new Play(clients, session, browserGame, shape.rate, say);
      await play.goOn();
      return play;
    } catch (error) {
      session.close();
      await browserGame?.close();
      throw error;
    }
  }

  /** Runs a disruption; resolves when it is over and all games have continued. */
  async during(name: string, act: () => Promise<void>): Promise<void> {
    const from = Date.now();
    await act();
    const doneMs = Date.now() - from;
    await this.goOn().catch((error: unknown) => this.#faults.push(`${name}: ${String(error)}`));
    const disruption = { name, from, to: Date.now() };
    this.#disruptions.push(disruption);
    const pauses = this.#pauses([disruption]);
    const worst = pauses.toSorted((a, b) => b.ms - a.ms)[0];
    this.say(
      `${name}: took ${seconds(doneMs)}, all had gone on after ${seconds(disruption.to - from)}; ` +
        `longest pause ${worst?.ms ?? 0} ms${worst ? ` (${worst.what})` : ''}`,
    );
  }

  /** Resolves when all are online, a second's worth of buzzes was accepted, the pages continued, and all is answered. */
  private async goOn(): Promise<void> {
    const buzzes = this.#accepted;
    const { steps } = this.browserGame;
    const since = Date.now();
    await eventually(() => {
      if (!this.recordedClients.areAllOnline)
        throw new Error(`${this.recordedClients.online} of ${this.recordedClients.records.length} are online`);
      if (this.#accepted < buzzes + this.rate) throw new Error('no buzzes are accepted');
      if (this.browserGame.steps < steps + PAGE_STEPS)
        throw new Error(['the pages do not play', ...this.#pageFailures].join('\n'));
      const waiting = this.#records.flatMap(({ commands }) =>
        commands.filter(({ givenAt, answeredAt }) => answeredAt === null && givenAt < since),
      );
      if (waiting.length > 0) throw new Error(`${waiting.length} commands are not answered`);
    }, RECOVERED_WITHIN_MS);
  }

  /** Ends play, and holds the log, which a superuser's URL reads, against everything that was answered and shown. */
  async end(databaseUrl: string): Promise<PlayResult> {
    await this.session.stop();
    await this.browserGame.finish();
    const gameIds = [...this.session.games.map(({ gameId }) => gameId), this.browserGame.gameId];
    const heads = await eventually(async () => {
      const found = await readHeads(databaseUrl, gameIds);
      if (!this.recordedClients.areAllAt(found)) throw new Error('not every client has received the end of the log');
      return found;
    }, RECOVERED_WITHIN_MS).catch((error: unknown) => {
      this.#faults.push(String(error));
      return readHeads(databaseUrl, gameIds);
    });
    this.recordedClients.settle();
    const whole = await readLog(databaseUrl, gameIds);
    // An owner may claim a game at any time; what came after the clients had settled is not looked at.
    const logged = whole.map((game) => ({ ...game, rows: game.rows.slice(0, heads.get(game.gameId)) }));
    const { counts, descriptions } = check(logged, this.#records);
    const judged = FAULTS.filter((fault) => !NEED_ONE_CLOCK.has(fault));
    const described = descriptions.filter((text) => judged.some((fault) => text.startsWith(`${fault}:`)));
    return {
      acknowledged: this.#records.flatMap(({ commands }) => commands).filter(({ answer }) => answer?.ok).length,
      ...{ lost: counts.lost, doubled: counts.doubled },
      reloads: this.browserGame.reloads,
      pauses: this.#pauses(this.#disruptions),
      faults: [...this.#faults, ...this.session.tally.stuck, ...this.#pageFailures, ...described],
    };
  }

  /** May be called at any time, also twice. */
  async close(): Promise<void> {
    this.session.close();
    this.#standstills.stop();
    await this.browserGame.close();
  }

  screenshots(): Promise<string> {
    return this.browserGame.screenshots();
  }

  get #accepted(): number {
    return this.session.tally.acknowledged.length;
  }
  get #records() {
    return [...this.recordedClients.records, ...this.browserGame.records];
  }
  get #pageFailures(): readonly string[] {
    return this.browserGame.failures;
  }

  #pauses(disruptions: readonly Disruption[]): Pause[] {
    const waits = Map.groupBy(
      this.recordedClients.records.flatMap((record) =>
        waitsOf(record).map((wait) => ({ ...wait, gameId: record.gameId })),
      ),
      ({ gameId }) => gameId,
    );
    const allWaits = this.browserGame.waits.map((wait) => ({ ...wait, gameId: this.browserGame.gameId }));
    const all = new Map([...waits, [this.browserGame.gameId, allWaits]]);
    return pausesOf(disruptions, all, (from, to) => this.#standstills.within(from, to));
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
