import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@earworm/postgres-server';
import { withClient } from '@earworm/service-kit/postgres';
import type { Client } from 'pg';
import { Guard } from '../../harness/guard.js';
import { startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { BackgroundGames } from '../../load/background-games.js';
import type { Benchmark } from '../benchmark.js';
import { mediansOf, worst } from '../interleaved-runs.js';

/** Uncompressed event JSON in all rounds together; PROJECTIONS_MB sets another size. */
const MB = Number(process.env['PROJECTIONS_MB'] ?? 3_000);
/** A round has so much at most, or its background games would run out of questions. */
const MOST_OF_A_ROUND = 500;
const LEAST_ROUNDS = 3;
const CALM_MS = 10_000;
const GAMES = 10;
const BUZZES_PER_SECOND = 100;

const LEAST_MB_PER_SECOND = 20;
const MOST_RATIO = 1.2;

/** The text of the largest created game, which is never played. */
function createdGame(gameId: string): string {
  const medium = { kind: 'youtube', youtubeLink: 'https://youtu.be/dQw4w9WgXcQ', videoId: 'dQw4w9WgXcQ' };
  const content = {
    medium: { ...medium, start: null, end: null },
    youtubeSongName: 'x'.repeat(200),
    ...{ answer: 'y'.repeat(200), points: 100 },
  };
  const categories = Array.from({ length: 15 }, (_, c) => ({
    id: `c${c}`,
    name: `C${c}`,
    questions: Array.from({ length: 30 }, (_, q) => ({ id: `q${c}-${q}`, ...content })),
  }));
  const settings = { attempts: 'unlimited', musicOn: 'desk' };
  const head = { type: 'gameCreated', at: Date.now(), gameId, gameCode: 'ABCDEF', moderatorId: 'mo' };
  return JSON.stringify({ ...head, moderatorName: 'Mo', settings, categories });
}

interface Place {
  readonly tx: string;
  readonly position: string;
}

/** In one transaction, so that no row is visible before all are. */
async function append(client: Client, mb: number): Promise<{ games: string[]; bytes: number; end: Place }> {
  const games: string[] = [];
  let bytes = 0;
  let end: Place = { tx: '0', position: '0' };
  await client.query('begin');
  while (bytes < mb * 1e6) {
    const gameId = randomUUID();
    const event = createdGame(gameId);
    const { rows } = await client.query<Place>(
      `insert into game.event (game_id, version, event, at, epoch) values ($1, 1, $2, $3, 1)
        returning tx::text as tx, position::text as position`,
      [gameId, event, Date.now()],
    );
    games.push(gameId);
    bytes += event.length;
    end = rows[0] ?? end;
  }
  await client.query('commit');
  return { games, bytes, end };
}

/** Resolves once both projections have read the log up to there. */
async function read(client: Client, { tx, position }: Place): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ read: boolean }>(
      `select bool_and((tx::xid8, position::bigint) >= ($1::xid8, $2::bigint)) as read from (
        select * from library.checkpoint where follower = 'history'
        union all select * from telemetry.checkpoint where follower = 'figures') as checkpoint`,
      [tx, position],
    );
    if (rows[0]?.read) return;
    await pause(100);
  }
}

async function check(client: Client, games: readonly string[]): Promise<void> {
  const { rows } = await client.query<Record<'history' | 'facts' | 'questions', number>>(
    `select (select count(*)::int from library.game where game_id = any($1)) as history,
        (select count(*)::int from telemetry.game where game_id = any($1)) as facts,
        (select count(*)::int from telemetry.game_question where game_id = any($1)) as questions`,
    [games],
  );
  const { history, facts, questions } = rows[0] ?? {};
  if (history !== games.length || facts !== games.length || questions !== 0)
    throw new Error(`of ${games.length} games ${history} are in history, ${facts} in figures, ${questions} questions`);
}

async function round(url: string, client: Client, mb: number) {
  const background = await BackgroundGames.start([url], GAMES, BUZZES_PER_SECOND);
  const calm = await background.calm(CALM_MS);
  const { games, bytes, end } = await append(client, mb);
  const startedAt = performance.now();
  let seconds = 0;
  const busy = (
    await background.during(async () => {
      await read(client, end);
      seconds = (performance.now() - startedAt) / 1_000;
    })
  ).times;
  await background.finish();
  await check(client, games);
  const figures = {
    ...{ calmP50Ms: calm.p50, calmP99Ms: calm.p99, busyP50Ms: busy.p50, busyP99Ms: busy.p99 },
    mbPerSecond: bytes / 1e6 / seconds,
  };
  console.error(JSON.stringify(figures));
  return figures;
}

export const benchmark: Benchmark = {
  what: `history and figures reading ${MB} MB of created games at once, and buzzes meanwhile`,
  async run() {
    const dir = await temporaryFolder('projections');
    const guard = new Guard(dir);
    const postgres = await startEmbeddedPostgres({ dir });
    try {
      const product = await startProduct({
        from: 'nothing',
        env: { ...RAISED_LIMITS, DATABASE_URL: postgres.url },
      });
      try {
        const count = Math.max(LEAST_ROUNDS, Math.ceil(MB / MOST_OF_A_ROUND));
        const rounds = await withClient(postgres.url, async (client) => {
          const done = [];
          for (let n = 0; n < count; n++) done.push(await round(product.url, client, MB / count));
          return done;
        });
        const figures = { mb: MB, ...mediansOf(rounds) };
        const ratio = worst({
          p99: figures.busyP99Ms / figures.calmP99Ms,
          throughput: (MOST_RATIO * LEAST_MB_PER_SECOND) / figures.mbPerSecond,
        });
        return { ratio, target: MOST_RATIO, reference: `calm, and ${LEAST_MB_PER_SECOND} MB/s`, figures };
      } finally {
        await product.stop();
      }
    } finally {
      await postgres.stop();
      await guard.cleanUp();
    }
  },
};
