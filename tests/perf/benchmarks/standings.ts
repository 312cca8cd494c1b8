import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LOG_GROWN } from '@earworm/contracts';
import { withClient } from '@earworm/service-kit/postgres';
import type { Bus } from '@earworm/service-kit/bus';
import type { Client } from 'pg';
import { type PreparedEvent, prepareEvent } from '../../e2e/support/prepared-event.js';
import { ADMIN_ENV } from '../../harness/prepared-data.js';
import { Services } from '../../harness/services.js';
import { percentile } from '../../load/percentiles.js';
import { cpuMsOf } from '../../load/usage.js';
import { withOptions } from '../benchmark.js';
import { interleavedMedians } from '../interleaved-runs.js';
import { requiredNats } from '../required-nats.js';
import { waitUntil } from '../wait-until.js';

const BOARD = { Songs: [{ answer: 'Song 1' }] };
const QUESTIONS = 30;
const TURNS = 3;
const CPU_MS_PER_VERDICT = 1;
const SHOWN_WITHIN_S = 2;
/** As the page of the standings does. */
const ASKED_EVERY_MS = 1_000;
/** Between two verdicts in the room whose standings are watched. */
const WATCHED_EVERY_MS = 2_500;
const GAMES_AT_ONCE = 50;

interface Row {
  readonly gameId: string;
  readonly version: number;
  readonly event: object;
}

/** Games of all rooms, as the log has them; they were never loaded. */
class LoggedGames {
  readonly #versions = new Map<string, number>();
  readonly #asked = new Map<string, number>();

  constructor(
    private readonly client: Client,
    private readonly bus: Bus,
    private readonly event: PreparedEvent,
    private readonly people: number,
  ) {}

  get gameIds(): readonly string[] {
    return [...this.#versions.keys()];
  }

  /** Every room has a game that has begun, with all of its players. */
  async begin(): Promise<void> {
    const { showId } = this.event;
    const rooms = await this.event.rooms();
    for (let from = 0; from < rooms.length; from += GAMES_AT_ONCE) {
      const rows = rooms.slice(from, from + GAMES_AT_ONCE).flatMap(({ roomId, name }) => {
        const gameId = randomUUID();
        const joins = Array.from({ length: this.people }, (_, n) => ({
          ...{ type: 'playerJoined', playerId: `${gameId}-${n}`, name: `Player ${n + 1}` },
          ...{ isAdmin: false, seatHash: null },
        }));
        return this.#rowsOf(gameId, [
          createdGame(gameId, roomId),
          { type: 'placedInRoom', showId, roomId, name },
          ...joins,
          { type: 'gameStarted' },
        ]);
      });
      await this.#append(rows);
    }
  }

  /** A question that one player answers. */
  async judge(gameId: string, player: number, gain: number): Promise<void> {
    const asked = this.#asked.get(gameId) ?? 0;
    this.#asked.set(gameId, asked + 1);
    const questionId = `q${asked % QUESTIONS}`;
    await this.#append(
      this.#rowsOf(gameId, [
        { type: 'questionSelected', categoryId: 'c', questionId },
        { type: 'answerJudged', questionId, playerId: `${gameId}-${player}`, correct: true, gain },
      ]),
    );
  }

  #rowsOf(gameId: string, events: readonly object[]): Row[] {
    const before = this.#versions.get(gameId) ?? 0;
    this.#versions.set(gameId, before + events.length);
    return events.map((event, at) => ({
      ...{ gameId, version: before + at + 1 },
      event: { ...event, at: Date.now() },
    }));
  }

  async #append(rows: readonly Row[]): Promise<void> {
    await this.client.query(
      `insert into game.event (game_id, version, event, at, epoch)
        select "gameId", version, event, (event->>'at')::bigint, 1
          from jsonb_to_recordset($1::jsonb) as given ("gameId" text, version integer, event jsonb)`,
      [JSON.stringify(rows)],
    );
    this.bus.publish(LOG_GROWN, new Uint8Array());
  }
}

function createdGame(gameId: string, roomId: string): object {
  const medium = { kind: 'youtube', youtubeLink: 'https://youtu.be/dQw4w9WgXcQ', videoId: 'dQw4w9WgXcQ' };
  const content = { medium: { ...medium, start: null, end: null }, youtubeSongName: '', answer: 'Answer', points: 100 };
  const questions = Array.from({ length: QUESTIONS }, (_, n) => ({ id: `q${n}`, ...content }));
  return {
    ...{ type: 'gameCreated', gameId, gameCode: 'ABCDEF', moderatorId: `room-${roomId}`, moderatorName: 'Room' },
    settings: { attempts: 'unlimited', musicOn: 'desk' },
    categories: [{ id: 'c', name: 'Songs', questions }],
  };
}

/** An operator's page of the standings, which is asked for again and again. */
class WatchedStandings {
  readonly shownS: number[] = [];
  #points = 0;
  #since: number | null = null;
  #isOver = false;
  readonly #asking: Promise<void>;

  constructor(private readonly event: PreparedEvent) {
    this.#asking = this.#ask();
  }

  get isWaiting(): boolean {
    return this.#since !== null;
  }

  /** The first player has more points now. */
  judged(gain: number): void {
    this.#points += gain;
    this.#since = performance.now();
  }

  async read() {
    return this.event.operator.http.call('listStandings', { params: { showId: this.event.showId }, query: {} });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#asking;
    if (this.#since !== null) this.shownS.push((performance.now() - this.#since) / 1_000);
    if (this.shownS.length === 0) throw new Error('no verdict of the first room was shown in the standings');
  }

  async #ask(): Promise<void> {
    while (!this.#isOver) {
      const askedAt = performance.now();
      const { entries } = await this.read();
      if (this.#since !== null && (entries[0]?.points ?? 0) >= this.#points) {
        this.shownS.push((performance.now() - this.#since) / 1_000);
        this.#since = null;
      }
      await pause(Math.max(0, ASKED_EVERY_MS - (performance.now() - askedAt)));
    }
  }
}

export const benchmark = withOptions({
  what: 'verdicts in all rooms of an event while its standings are watched: CPU of the library, and time until they are shown',
  /** `rate`: verdicts a second over all rooms; one every half minute in each of 500 rooms are 17. */
  options: { rooms: 500, people: 20, rate: 17, seconds: 15 },
  async run({ rooms, people, rate, seconds }) {
    const services = await Services.start({ nats: await requiredNats(), everything: true, env: ADMIN_ENV });
    try {
      const bus = await services.connectBus();
      const event = await prepareEvent(services.urls[0] ?? '', rooms, BOARD);
      const library = services.parts.filter(({ name }) => name === 'library');
      const postgres = services.parts.filter(({ name }) => name === 'postgres');
      return await withClient(services.database.adminUrl, async (client) => {
        const games = new LoggedGames(client, bus, event, people);
        await games.begin();
        const watched = new WatchedStandings(event);
        const { gameIds } = games;
        const [first = ''] = gameIds;
        const isRead = async () => (await watched.read()).total === rooms * people;
        await waitUntil('the standings have all players', isRead, { withinMs: 240_000, everyMs: 500 });
        let verdicts = 0;
        let turn = 0;

        /** CPU of a second, in ms. */
        const used = async (work: () => Promise<unknown>) => {
          const before = [await cpuMsOf(library), await cpuMsOf(postgres), performance.now()] as const;
          await work();
          const lastS = (performance.now() - before[2]) / 1_000;
          return {
            libraryCpuMs: ((await cpuMsOf(library)) - before[0]) / lastS,
            postgresCpuMs: ((await cpuMsOf(postgres)) - before[1]) / lastS,
          };
        };
        const play = async () => {
          const until = performance.now() + seconds * 1_000;
          const from = verdicts;
          let watchedAt = -Infinity;
          const startedAt = performance.now();
          while (performance.now() < until) {
            const isDue = !watched.isWaiting && performance.now() - watchedAt > WATCHED_EVERY_MS;
            if (isDue) {
              watchedAt = performance.now();
              // So many points that no other player has more.
              await games.judge(first, 0, 1_000_000);
              watched.judged(1_000_000);
            } else await games.judge(gameIds[1 + (turn++ % (gameIds.length - 1))] ?? '', turn % people, 100);
            verdicts++;
            await pause(Math.max(0, startedAt + ((verdicts - from) * 1_000) / rate - performance.now()));
          }
        };
        const sides = await interleavedMedians(TURNS, {
          calm: () => used(() => pause(seconds * 1_000)),
          playing: () => used(play),
        });
        await watched.end();
        const perSecond = verdicts / (TURNS * seconds);
        const libraryCpuMs = (sides.playing.libraryCpuMs - sides.calm.libraryCpuMs) / perSecond;
        const postgresCpuMs = (sides.playing.postgresCpuMs - sides.calm.postgresCpuMs) / perSecond;
        const shownWorstS = Math.max(...watched.shownS);
        const figures = {
          ...{ verdicts, perSecond, libraryCpuMs, postgresCpuMs },
          ...{ libraryCalmMsPerS: sides.calm.libraryCpuMs, libraryPlayingMsPerS: sides.playing.libraryCpuMs },
          ...{ shown: watched.shownS.length, shownP50S: percentile(watched.shownS, 0.5), shownWorstS },
        };
        return {
          ratio: Math.max(libraryCpuMs / CPU_MS_PER_VERDICT, shownWorstS / SHOWN_WITHIN_S),
          target: 1,
          reference: `${CPU_MS_PER_VERDICT} ms of the library's CPU for a verdict, and ${SHOWN_WITHIN_S} s until it is shown`,
          figures,
        };
      });
    } finally {
      await services.close();
    }
  },
});
