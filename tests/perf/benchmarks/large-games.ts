import { randomUUID } from 'node:crypto';
import { PATHS } from '@earworm/contracts';
import { startEmbeddedPostgres } from '@earworm/postgres-server';
import { withClient } from '@earworm/service-kit/postgres';
import { Guard } from '../../harness/guard.js';
import { type Product, startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { BackgroundGames } from '../../load/background-games.js';
import { takeOwnCores } from '../../load/cpu-affinity.js';
import { percentile, timesOf } from '../../load/percentiles.js';
import { phoneAt } from '../../load/phones.js';
import { flood, REQUEST_ID } from '../../load/request-flood.js';
import { inParallel } from '../../load/sockets.js';
import { withOptions } from '../benchmark.js';
import { worst } from '../interleaved-runs.js';

/**
 * Bounds of the product: other games' buzz by their calm, refusals in ms, which wait for their bodies in a flood, and the
 * share of the old space in use.
 */
const BOUNDS = { p99: 1.3, busyMs: 250, oldSpace: 0.8 };
/** What is played meanwhile: games, buzzes a second over all of them, and for how long at most. */
const [GAMES, RATE, SECONDS] = [5, 50, 600];
const CALM_MS = 20_000;
const ADDRESSES = 10;
const CONNECTIONS = 20;

/** Of 30 questions each: a quiz of just under 256 KB. */
const CATEGORIES = Array.from({ length: 15 }, (_, c) => ({
  categoryId: `c${c}`,
  name: `C${c}`,
  questions: Array.from({ length: 30 }, (__, q) => ({
    ...{ questionId: `q${c}-${q}`, points: 100, answer: 'y'.repeat(200) },
    ...{ youtubeLink: 'https://youtu.be/dQw4w9WgXcQ', youtubeSongName: 'x'.repeat(200) },
  })),
}));

async function post(url: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1', ...authorization };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

async function publishTemplate(url: string): Promise<string> {
  const account = { displayName: 'Host', email: `host-${randomUUID()}@example.org`, password: `a-${randomUUID()}` };
  const { access_token: token } = await post(url + PATHS.signUp.path, account);
  const templateId = `large-${randomUUID().slice(0, 8)}`;
  const facts = { title: 'Large', description: '', language: null, tags: [] };
  await post(`${url}/api/templates`, { templateId, facts, categories: CATEGORIES }, String(token));
  await post(`${url}/api/templates/${templateId}/publish`, { published: true }, String(token));
  return templateId;
}

/** Of these games, those that are not in the log of a server that has stopped. */
async function missingIn(dataDir: string, gameIds: readonly string[]): Promise<number> {
  const postgres = await startEmbeddedPostgres({ dir: dataDir });
  try {
    return await withClient(postgres.url, async (client) => {
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::int as count from game.event where version = 1 and game_id = any($1)',
        [gameIds],
      );
      return gameIds.length - (rows[0]?.count ?? 0);
    });
  } finally {
    await postgres.stop();
  }
}

type Options = Readonly<Record<'heap' | 'starts' | 'games' | 'guests', number>>;

async function attack(server: Product, { starts, games, guests }: Options) {
  const { url } = server;
  const templateId = await publishTemplate(url);
  const phones = await inParallel([...Array(guests).keys()], 8, (n) =>
    phoneAt(url, `198.51.100.${1 + (n % ADDRESSES)}`),
  );
  const tokens = await Promise.all(phones.map(({ token }) => token()));
  const requestsTo = (path: string, content: string) =>
    phones.map(({ headers }, n) => ({
      path,
      headers: { ...headers, authorization: `Bearer ${tokens[n]}` },
      body: Buffer.from(`{"requestId":"${REQUEST_ID}","moderatorName":"Mo"${content}}`),
    }));
  const pace = { url, perSecond: null, connections: CONNECTIONS };
  await takeOwnCores(server.pid);
  const background = await BackgroundGames.start([url], GAMES, RATE, SECONDS);
  const calm = await background.calm(CALM_MS);
  const { result: answers, times } = await background.during(async () => [
    ...(await flood({ ...pace, count: starts, requests: requestsTo(`/api/templates/${templateId}/start`, '') })),
    ...(await flood({
      ...{ ...pace, count: games },
      requests: requestsTo(PATHS.createGame.path, `,"categories":${JSON.stringify(CATEGORIES)}`),
    })),
  ]);
  await background.finish();
  if ((await fetch(url)).status !== 200) throw new Error('the server does not answer any more');
  return { calm, attacked: times, answers };
}

export const benchmark = withOptions({
  what: '5,000 starts of a template of 256 KB and 3,000 games of 256 KB from ten addresses, with a heap of 1 GiB',
  /** The heap in MiB. */
  options: { heap: 1_024, starts: 5_000, games: 3_000, guests: 500 },
  async run(options) {
    const dataDir = await temporaryFolder('large-games');
    const guard = new Guard(dataDir);
    const flags = [
      `--max-old-space-size=${options.heap}`,
      `--import=${new URL('../../load/old-space.js', import.meta.url).href}`,
    ];
    // As if the attacker had any number of addresses.
    const env = { ...RAISED_LIMITS, TRUSTED_PROXIES: 'loopback', NODE_OPTIONS: flags.join(' ') };
    const server = await startProduct({ dataDir, env });
    try {
      const { calm, attacked, answers } = await attack(server, options);
      await server.stop();
      const made = answers.flatMap(({ gameId }) => gameId ?? []);
      const missing = await missingIn(dataDir, made);
      const busy = answers.filter(({ code }) => code === 'busy');
      const broken = answers.filter(({ code }) => code === 'none').length;
      const codes = [...new Set(answers.map(({ code }) => code))];
      if (missing + broken > 0 || busy.length === 0 || made.length === 0)
        throw new Error(
          `${missing} games missing, ${broken} requests broken, ${made.length} made; codes: ${codes.join()}`,
        );
      const oldSpaceBytes = Math.max(
        ...[...server.output.matchAll(/^old space (\d+)$/gm)].map(([, bytes]) => Number(bytes)),
      );
      const oldSpaceShare = oldSpaceBytes / 1024 / 1024 / options.heap;
      const busyTimes = timesOf(busy.map(({ ms }) => ms));
      const p99Ratio = attacked.p99 / calm.p99;
      return {
        ratio: worst({
          p99: p99Ratio / BOUNDS.p99,
          busy: busyTimes.p99 / BOUNDS.busyMs,
          oldSpace: oldSpaceShare / BOUNDS.oldSpace,
        }),
        target: 1,
        reference: `${BOUNDS.p99} × calm, ${BOUNDS.busyMs} ms for a refusal, ${BOUNDS.oldSpace} of the old space`,
        figures: {
          ...{ made: made.length, busy: busy.length, busyP50Ms: busyTimes.p50, busyP99Ms: busyTimes.p99 },
          busyInAllP99Ms: percentile(
            busy.map(({ inAllMs }) => inAllMs),
            0.99,
          ),
          ...{ oldSpaceShare, calmP99Ms: calm.p99, attackedP99Ms: attacked.p99, p99Ratio },
        },
      };
    } catch (error) {
      console.error(server.output.slice(-3_000));
      throw error;
    } finally {
      await server.stop();
      await guard.cleanUp();
    }
  },
});
