import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@earworm/service-kit/testing/seeded-random';
import type { NatsSource } from '../harness/nats-server.js';
import { GAME_SERVICES } from '../harness/services-options.js';
import { Services } from '../harness/services.js';
import { signInGuest } from '../load/guests.js';
import { percentile } from '../load/percentiles.js';
import { LoadSession } from '../load/session.js';
import { longAbsence } from './broken-lines.js';
import { check } from './check.js';
import { RecordedClients } from './recorded-clients.js';
import type { Fault } from './findings.js';
import { readHeads, readLog } from './logged.js';
import { LateJoins } from './late-joins.js';
import { pausesAfter, worstPause } from './pauses.js';
import type { Counts, Scene, Trouble } from './scene.js';
import { Standstills } from './standstills.js';
import { nextTrouble, shortProgramme, startAgain } from './trouble.js';

export interface RunOptions {
  readonly seed: number;
  /** How long things go wrong; start and end come on top. */
  readonly seconds: number;
  readonly games: number;
  /** Per game. */
  readonly players: number;
  /** Buzzes a second over all games. */
  readonly rate: number;
  readonly nats: NatsSource;
  /** A few troubles, one of each, instead of what chance brings. */
  readonly isShort?: boolean;
  readonly say: (what: string) => void;
}

/** One line of JSON. */
export interface RunResult extends Counts, Record<Fault, number> {
  readonly seed: number;
  readonly accepted: number;
  /** Games that got stuck, guests who could not join, and times at which not all clients reconnected. */
  readonly stuck: number;
  /** Processes that ended by themselves. */
  readonly crashes: number;
  /**
   * Of any accepted command, from sending it to its answer, ms; whatever was down meanwhile, except the network for 90
   * s.
   */
  readonly worstPauseMs: number;
  /** Of a game whose owner was killed and nothing else; null when that did not happen. */
  readonly pauseP99Ms: number | null;
  readonly troubles: number;
  /** Of desks by co-hosts and back, while both judged the same buzz. */
  readonly takeOvers: number;
}

const GATEWAYS = 2;
const REPLICAS = 2;
/** After a fault, until all clients are back. */
const RECOVERED_WITHIN_MS = 30_000;
/** A run of this length also has time for all clients to be offline for 90 s. */
const LONG_RUN_S = 240;
/** Longest duration of a fault other than the long absence, ms: past every timeout of a lease and of the bus. */
const LONGEST_MS = 5_000;
/** In a short run: past the lease of a game's owner, ms. */
const LONGEST_SHORT_MS = 2_000;
/** Two things at once happen this often. */
const TOGETHER = 0.25;

/** Plays random troubles under load; every choice comes from the seed. Descriptions of what is wrong go to `say`. */
export async function runFaults(options: RunOptions): Promise<RunResult> {
  const { seed, nats, say } = options;
  const services = await Services.start({
    ...{ nats, gateways: GATEWAYS, gameReplicas: REPLICAS, cuttable: true },
    only: [...GAME_SERVICES, 'shows'],
    env: { DRAIN_MS: '1000' },
  });
  try {
    return await new Run(services, options).play();
  } catch (error) {
    say(`seed ${seed} ended early: ${String(error)}\n${services.output}`);
    throw error;
  } finally {
    await services.close();
  }
}

class Run {
  readonly #clients: RecordedClients;
  readonly #session: LoadSession;
  readonly #random: () => number;
  readonly #standstills = new Standstills();
  readonly #counts: Counts = { kills: 0, cuts: 0, freezes: 0, handOvers: 0 };
  readonly #ownerKills: { at: number; until: number }[] = [];
  #turnedAway: readonly string[] = [];
  #unrecovered = 0;
  #troubles = 0;

  constructor(
    private readonly services: Services,
    private readonly options: RunOptions,
  ) {
    const { seed, seconds, games, players, rate } = options;
    this.#random = seededRandom(seed);
    this.#clients = new RecordedClients(services.urls, seed + 1);
    const shape = { games, players, rate, seconds: seconds * 2 + 60, warmUp: 0 };
    this.#session = new LoadSession(services.urls, shape, this.#clients.clientFactory);
  }

  async play(): Promise<RunResult> {
    const session = this.#session;
    try {
      await session.open();
      await this.#inviteCoHosts();
      session.tally.measureFrom = performance.now();
      session.play(this.options.seed + 2);
      const { urls } = this.services;
      const lateJoins = new LateJoins({ games: session.games, urls, random: seededRandom(this.options.seed + 3) });
      await sleep(1_000);
      await this.#makeTrouble(lateJoins);
      await lateJoins.stop();
      this.#turnedAway = lateJoins.turnedAway;
      for (const child of this.#children()) if (!child.isRunning) await startAgain(child, this.options.say);
      await session.stop();
      return await this.#result(await this.#settle());
    } finally {
      session.close();
      this.#standstills.stop();
    }
  }

  /** Each at another gateway than the moderator. */
  async #inviteCoHosts(): Promise<void> {
    const { urls } = this.services;
    await Promise.all(
      this.#session.games.map(async (game, n) =>
        game.inviteCoHost(await signInGuest(urls[(n + 1) % urls.length] ?? '')),
      ),
    );
  }

  async #makeTrouble(lateJoins: LateJoins): Promise<void> {
    const { seconds, isShort } = this.options;
    const startedAt = performance.now();
    let isAbsenceDue = !isShort && seconds >= LONG_RUN_S;
    const programme = isShort ? shortProgramme(this.#random) : null;
    // A programme is played to its end, however slow the machine is.
    while (programme ? programme.length > 0 : performance.now() - startedAt < seconds * 1_000) {
      const first = programme?.shift() ?? nextTrouble(this.#random);
      const second = !programme && this.#random() < TOGETHER ? nextTrouble(this.#random, first) : null;
      await this.#at(first, second, startedAt);
      if (!isAbsenceDue || performance.now() - startedAt < (seconds / 3) * 1_000) continue;
      isAbsenceDue = false;
      await lateJoins.hold();
      const leftAt = Date.now();
      await this.#at(longAbsence, null, startedAt);
      this.#standstills.add(leftAt, Date.now());
      lateJoins.release();
    }
  }

  async #at(first: Trouble, second: Trouble | null, startedAt: number): Promise<void> {
    const { services } = this;
    this.#troubles += second ? 2 : 1;
    const kill: { at: number | null } = { at: null };
    const scene: Scene = {
      ...{ services, clients: this.#clients, counts: this.#counts, random: this.#random },
      longestMs: this.options.isShort ? LONGEST_SHORT_MS : LONGEST_MS,
      say: (what) => this.options.say(`${((performance.now() - startedAt) / 1_000).toFixed(1)} s: ${what}`),
      ownerKilled: (at) => (kill.at = at),
    };
    await Promise.all([first, ...(second ? [second] : [])].map((trouble) => trouble.play(scene)));
    for (const child of this.#children()) {
      if (child.isRunning || child.crashes === 0) continue;
      scene.say(`${child.name} had ended by itself: ${child.output.slice(-1_500)}`);
      await startAgain(child, scene.say);
    }
    const isBack = await this.#until(() => this.#clients.areAllOnline);
    if (!isBack) scene.say('not all clients came back');
    if (kill.at !== null && second === null) this.#ownerKills.push({ at: kill.at, until: Date.now() });
    await sleep(300 + this.#random() * 1_500);
  }

  #children() {
    const { games, gateways, others, nats } = this.services;
    return [...games, ...gateways, ...others, ...(nats ? [nats] : [])];
  }

  async #until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
    const since = Date.now();
    while (!(await holds())) {
      const now = Date.now();
      if (now - since - this.#standstills.within(since, now) > RECOVERED_WITHIN_MS) {
        this.#unrecovered++;
        return false;
      }
      await sleep(20);
    }
    return true;
  }

  /**
   * Waits until all clients have received everything; returns the version of each game in the log then, or at the end.
   */
  async #settle(): Promise<Map<string, number>> {
    const gameIds = this.#session.games.map(({ gameId }) => gameId);
    let heads = new Map<string, number>();
    await this.#until(async () => {
      heads = await readHeads(this.services.database.adminUrl, gameIds);
      return this.#clients.areAllAt(heads);
    });
    this.#clients.settle();
    return heads;
  }

  async #result(heads: ReadonlyMap<string, number>): Promise<RunResult> {
    const { seed, say } = this.options;
    const { tally, games } = this.#session;
    const { records } = this.#clients;
    const gameIds = games.map(({ gameId }) => gameId);
    const whole = await readLog(this.services.database.adminUrl, gameIds);
    // An owner may claim a game at any time, so events after the comparison are not counted as a fault.
    const logged = whole.map((game) => ({ ...game, rows: game.rows.slice(0, heads.get(game.gameId)) }));
    const findings = check(logged, records);
    for (const description of [...findings.descriptions, ...tally.stuck, ...this.#turnedAway]) say(description);
    const crashes = this.#children().reduce((sum, child) => sum + child.crashes, 0);
    const p99 = percentile(pausesAfter(this.#ownerKills, logged, records, this.#standstills), 0.99);
    return {
      seed,
      ...this.#counts,
      accepted: tally.acknowledged.length,
      ...findings.counts,
      stuck: tally.stuck.length + this.#turnedAway.length + this.#unrecovered,
      crashes,
      worstPauseMs: Math.round(worstPause(records, this.#standstills)),
      pauseP99Ms: Number.isNaN(p99) ? null : Math.round(p99),
      troubles: this.#troubles,
      takeOvers: games.reduce((sum, game) => sum + game.takeOvers, 0),
    };
  }
}
