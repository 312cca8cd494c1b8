import { setTimeout as pause } from 'node:timers/promises';
import { type GameClient, newId } from '@earworm/client';
import type { Room } from '@earworm/contracts';
import { startEmbeddedPostgres } from '@earworm/postgres-server';
import type { Command, UserId } from '@earworm/rules';
import { withClient } from '@earworm/service-kit/postgres';
import type { Client } from 'pg';
import { type PreparedEvent, prepareEvent } from '../../e2e/support/prepared-event.js';
import { Guard } from '../../harness/guard.js';
import { ADMIN_ENV } from '../../harness/prepared-data.js';
import { startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { seededRandom } from '@earworm/service-kit/testing/seeded-random';
import { type Guest, guestOf, signInGuest } from '../../load/guests.js';
import { type ConnectClient, leanClients } from '../../load/lean-clients.js';
import type { LeanSocket } from '../../load/lean-socket.js';
import { percentile } from '../../load/percentiles.js';
import { inParallel } from '../../load/sockets.js';
import { cpuMsOf } from '../../load/usage.js';
import { withOptions } from '../benchmark.js';
import { waitUntil } from '../wait-until.js';

const ROOMS = 10;
/** An operator's token covers so many, and then another event begins. */
const RUNS_OF_AN_EVENT = 25;
const BOARD = { Songs: [{ answer: 'Song 1' }] };
const JOINS_AT_ONCE = 24;

const SEATED_WITHIN_S = 5;
const IN_TWO_GAMES_S = 5;
/** A phone that is disconnected, or that dies while it takes the seat, comes back after so long at most. */
const BACK_WITHIN_MS = 3_000;
const DISCONNECTED = 0.2;
const DYING = 0.2;
/** Of all connections, so many are cut again and again while players go on. */
const CUT_SHARE = 0.05;
const CUT_EVERY_MS = 300;
/** Against what hangs. */
const HUNG_AFTER = { withinMs: 240_000, everyMs: 20 };

/** Connects phones and desks, and knows their sockets. */
class Network {
  readonly #sockets = new Set<LeanSocket>();
  /** Clients of one game share what they have read. */
  readonly #byGame = new Map<string, ConnectClient>();

  connect(gameId: string, guest: Guest, as: 'player' | 'moderator' = 'player'): GameClient {
    const enter = this.#byGame.get(gameId) ?? leanClients({ onCreated: (socket) => void this.#sockets.add(socket) });
    this.#byGame.set(gameId, enter);
    return enter({ gameId, as, guest });
  }

  cutSome(share: number, random: () => number): void {
    for (const socket of this.#sockets) {
      if (random() >= share) continue;
      this.#sockets.delete(socket);
      socket.cut();
    }
  }

  forget(): void {
    this.#sockets.clear();
    this.#byGame.clear();
  }
}

interface Player {
  readonly name: string;
  readonly guest: Guest;
  gameId: string;
  phone: GameClient;
}

async function accepted(client: GameClient, command: Command): Promise<void> {
  const answer = await client.send(command);
  if (!answer.ok) throw new Error(`${command.type} was refused: ${answer.code}`);
}

/** The event, of whose rooms ten follow ten others. */
class Rounds {
  readonly #network = new Network();
  #players: readonly Player[] = [];

  private constructor(
    private readonly url: string,
    private readonly event: PreparedEvent,
    private readonly rooms: readonly Room[],
    private readonly random: () => number,
  ) {}

  static async prepare(url: string, runs: number, random: () => number): Promise<Rounds> {
    const count = ROOMS * (runs + 1);
    const event = await prepareEvent(url, count, BOARD);
    await event.prepare();
    const isReady = async () => (await event.countReady()) === count;
    await waitUntil('every room has its game', isReady, { withinMs: 120_000, everyMs: 100 });
    return new Rounds(url, event, await event.rooms(), random);
  }

  roomsOf(round: number): readonly Room[] {
    return this.rooms.slice(round * ROOMS, (round + 1) * ROOMS);
  }

  async seat(people: number): Promise<void> {
    const rooms = this.roomsOf(0);
    this.#players = await inParallel(
      Array.from({ length: people }, (_, n) => n),
      JOINS_AT_ONCE,
      async (n) => {
        const guest = await signInGuest(this.url);
        const gameId = rooms[n % ROOMS]?.gameId ?? '';
        const phone = this.#network.connect(gameId, guest);
        const name = `Player ${n + 1}`;
        await accepted(phone, { type: 'joinGame', name });
        return { name, guest, gameId, phone };
      },
    );
  }

  /** Some players of each game get points, so that others are together in the next round. */
  async begin(round: number): Promise<void> {
    const { operator, showId } = this.event;
    const { userId, serverUrl, tokens } = operator;
    const guest = guestOf(serverUrl, { userId, accessToken: tokens.access_token }, {});
    await Promise.all(
      this.roomsOf(round).map(async ({ roomId, gameId }) => {
        if (gameId === null) throw new Error('a room has no game');
        const params = { showId, roomId };
        const act = { type: 'help' as const, reason: 'Begins the round' };
        await operator.http.call('actInRoom', { params, body: { after: gameId, commandId: newId(), act } });
        const desk = this.#network.connect(gameId, guest, 'moderator');
        await accepted(desk, { type: 'startGame' });
        for (const player of this.#players.filter((one) => one.gameId === gameId && this.random() < 0.3)) {
          const gain = 1 + Math.floor(this.random() * 1_000);
          const playerId = player.guest.userId as UserId;
          await accepted(desk, { type: 'changeScore', playerId, gain, reason: 'Sang along' });
        }
        desk.close();
      }),
    );
  }

  /** All players go from the rooms of this round to those of the next one. All times in seconds. */
  async advance(round: number) {
    const { operator, showId } = this.event;
    const { http } = operator;
    const from = new Set<string>(this.roomsOf(round).map(({ roomId }) => roomId));
    const wish = { count: this.#players.length, roomIds: this.roomsOf(round + 1).map(({ roomId }) => roomId) };
    let digest = '';
    await waitUntil(
      'the standings have all players of the round',
      async () => {
        const plan = await http.call('planAdvance', { params: { showId }, body: wish });
        digest = plan.digest;
        const isHere = plan.people.filter((one) => one.code === null && from.has(one.from.roomId));
        return isHere.length === this.#players.length;
      },
      { withinMs: 30_000, everyMs: 100 },
    );
    const kinds = new Map(this.#players.map((player) => [player, this.random()]));
    const isDisconnected = (player: Player) => kinds.get(player)! < DISCONNECTED;
    const isDying = (player: Player) => kinds.get(player)! > 1 - DYING;
    for (const player of this.#players.filter(isDisconnected)) player.phone.close();
    const jobId = newId();
    const cuts = setInterval(() => this.#network.cutSome(CUT_SHARE, this.random), CUT_EVERY_MS);
    try {
      const [startedAt, askedAt] = [performance.now(), Date.now()];
      await http.call('advance', { params: { showId }, body: { ...wish, jobId, digest } });
      const late: number[] = [];
      const going = this.#players.map(async (player) => {
        if (isDisconnected(player)) {
          await pause(this.random() * BACK_WITHIN_MS);
          player.phone = this.#network.connect(player.gameId, player.guest);
        }
        if (isDying(player)) {
          await this.#follow(player, true);
          await pause(this.random() * BACK_WITHIN_MS);
          player.phone = this.#network.connect(player.gameId, player.guest);
        }
        const backAt = performance.now();
        await this.#follow(player, false);
        if (isDisconnected(player) || isDying(player)) late.push((performance.now() - backAt) / 1_000);
        return isDisconnected(player) || isDying(player) ? 0 : (performance.now() - startedAt) / 1_000;
      });
      const seatedS = Math.max(...(await Promise.all(going)));
      await waitUntil('all have arrived', async () => (await this.#missing(jobId)).length === 0, HUNG_AFTER);
      const arrivedS = (performance.now() - startedAt) / 1_000;
      return { askedAt, times: { seatedS, lateS: Math.max(0, ...late), arrivedS } };
    } catch (error) {
      const missing = await this.#missing(jobId).catch(String);
      throw new Error(`round ${round + 1}: ${JSON.stringify(missing)}`, { cause: error });
    } finally {
      clearInterval(cuts);
    }
  }

  close(): void {
    for (const { phone } of this.#players) phone.close();
    this.#network.forget();
  }

  get playerIds(): readonly string[] {
    return this.#players.map(({ guest }) => guest.userId);
  }

  /** As the page of a player: takes the new seat, and leaves the former connection then. `dies`: it never learns whether it has the seat. */
  async #follow(player: Player, dies: boolean): Promise<void> {
    const { phone, guest, name } = player;
    await waitUntil(`${name} is sent`, () => phone.state.seat?.sentTo !== undefined, HUNG_AFTER);
    const gameId = phone.state.seat?.sentTo?.gameId ?? '';
    const next = this.#network.connect(gameId, guest);
    await waitUntil(`${name} sees the seat`, () => next.state.seat !== null, HUNG_AFTER);
    const answer = next.send({ type: 'rejoinGame' });
    if (dies) {
      next.close();
      phone.close();
      return;
    }
    const { ok } = await answer;
    if (!ok || next.state.seat?.isActive !== true) throw new Error(`${name} did not get the seat`);
    phone.close();
    Object.assign(player, { phone: next, gameId });
  }

  async #missing(jobId: string) {
    const { people } = await this.event.operator.http.call('readAdvance', {
      params: { showId: this.event.showId, jobId },
    });
    return people.filter(({ state }) => state !== 'arrived');
  }
}

/** From the log: when the last player of this round was sent, Unix ms. */
async function lastSentAt(client: Client, rounds: Rounds, round: number): Promise<number> {
  const { rows } = await client.query<{ at: number }>(
    `select max((event::jsonb->>'at')::float8) as at from game.event
      where game_id = any($1) and event::jsonb->>'type' = 'playersSent'`,
    [rounds.roomsOf(round).map(({ gameId }) => gameId)],
  );
  return rows[0]?.at ?? NaN;
}

interface Step {
  readonly gameId: string;
  readonly type: string;
  readonly playerId: string;
  readonly at: number;
}

/** From the log: for how long a player was active in two games at most, in seconds. Throws unless each of them is in one game in the end. */
async function longestInTwoGames(client: Client, rounds: Rounds, round: number): Promise<number> {
  const games = [...rounds.roomsOf(round), ...rounds.roomsOf(round + 1)].map(({ gameId }) => gameId);
  const { rows } = await client.query<Step>(
    `select game_id as "gameId", event::jsonb->>'type' as type, event::jsonb->>'playerId' as "playerId",
        (event::jsonb->>'at')::float8 as at
      from game.event where game_id = any($1)
        and event::jsonb->>'type' in ('playerJoined', 'playerRejoined', 'playerLeft', 'playerRemoved')
      order by at, game_id, version`,
    [games],
  );
  const targets = new Set<string | null>(rounds.roomsOf(round + 1).map(({ gameId }) => gameId));
  const steps = Map.groupBy(rows, ({ playerId }) => playerId);
  let longest = 0;
  for (const playerId of rounds.playerIds) {
    const active = new Set<string>();
    let inTwoSince: number | null = null;
    for (const { gameId, type, at } of steps.get(playerId) ?? []) {
      if (type === 'playerJoined' || type === 'playerRejoined') active.add(gameId);
      else active.delete(gameId);
      if (inTwoSince !== null) longest = Math.max(longest, at - inTwoSince);
      inTwoSince = active.size > 1 ? (inTwoSince ?? at) : null;
    }
    const [only] = active;
    if (active.size !== 1 || !targets.has(only ?? null)) throw new Error(`${playerId} is in ${[...active].join(', ')}`);
  }
  return longest / 1_000;
}

export const benchmark = withOptions({
  what: `players of ${ROOMS} rooms go on in ${ROOMS} others while phones are away, die while they take the seat, or lose their connection, again and again`,
  options: { runs: 1_000, people: 200, seed: 20_261_130 },
  async run({ runs, people, seed }) {
    const dir = await temporaryFolder('advance');
    const guard = new Guard(dir);
    const postgres = await startEmbeddedPostgres({ dir });
    const random = seededRandom(seed);
    const found: Record<'sentS' | 'seatedS' | 'lateS' | 'arrivedS' | 'inTwoGamesS' | 'serverCpuS', number>[] = [];
    try {
      const env = { ...RAISED_LIMITS, ...ADMIN_ENV, DATABASE_URL: postgres.url };
      const product = await startProduct({ from: 'nothing', env });
      const server = [{ name: 'server', pid: product.pid, only: 'itself' as const }];
      try {
        await withClient(postgres.url, async (client) => {
          while (found.length < runs) {
            const left = Math.min(RUNS_OF_AN_EVENT, runs - found.length);
            const rounds = await Rounds.prepare(product.url, left, random);
            await rounds.seat(people);
            for (let round = 0; round < left; round++) {
              await rounds.begin(round);
              const before = await cpuMsOf(server);
              const { askedAt, times } = await rounds.advance(round);
              const serverCpuS = ((await cpuMsOf(server)) - before) / 1_000;
              const sentS = ((await lastSentAt(client, rounds, round)) - askedAt) / 1_000;
              const inTwoGamesS = await longestInTwoGames(client, rounds, round);
              found.push({ sentS, ...times, inTwoGamesS, serverCpuS });
              console.error(JSON.stringify({ run: found.length, ...found.at(-1) }));
            }
            rounds.close();
          }
        });
      } finally {
        await product.stop();
      }
    } finally {
      await postgres.stop();
      await guard.cleanUp();
    }
    const all = (figure: keyof (typeof found)[number]) => found.map((one) => one[figure]);
    const figures = {
      ...{ runs: found.length, people, serverCpuP50S: percentile(all('serverCpuS'), 0.5) },
      ...{ sentP50S: percentile(all('sentS'), 0.5), sentWorstS: Math.max(...all('sentS')) },
      ...{ seatedP50S: percentile(all('seatedS'), 0.5), seatedWorstS: Math.max(...all('seatedS')) },
      ...{ lateWorstS: Math.max(...all('lateS')), arrivedWorstS: Math.max(...all('arrivedS')) },
      ...{ inTwoGamesP50S: percentile(all('inTwoGamesS'), 0.5), inTwoGamesWorstS: Math.max(...all('inTwoGamesS')) },
    };
    const ratio = Math.max(
      figures.seatedWorstS / SEATED_WITHIN_S,
      figures.lateWorstS / SEATED_WITHIN_S,
      figures.inTwoGamesWorstS / IN_TWO_GAMES_S,
    );
    const reference = `${SEATED_WITHIN_S} s until the last phone has its seat, and ${IN_TWO_GAMES_S} s in two games, in the worst of ${found.length} runs`;
    return { ratio, target: 1, reference, figures };
  },
});
