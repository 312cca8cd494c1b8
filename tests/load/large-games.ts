import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@earworm/postgres-server';
import { withClient } from '@earworm/service-kit/postgres';
import { PATHS } from '@earworm/contracts';
import { Guard } from '../harness/guard.js';
import { startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { eachOf } from './each-of.js';
import { attackWithLargeGames, type Guest } from './large-games-attack.js';
import { takeOwnCores } from './own-cores.js';
import { rounded, timesOf } from './percentiles.js';
import { Steady } from './steady.js';
import { stopOnSignals } from './stop-on-signals.js';

/**
 * Starts of the largest template and games of the largest body by guests of a few addresses, as fast as `--connections` allow, on a
 * server with a heap of `--heap` MiB, while other games are played. Prints one line of JSON: answers by kind, ms from when the
 * request was sent completely and in all; what the other games' buzzes took, the fullest that the old space was, and
 * acknowledged games that are not in the log.
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    ...{ heap: text, starts: text, games: text, guests: text, addresses: text, connections: text, calm: text },
    ...{ limits: text, node: text },
  },
});
const number = (name: keyof typeof values, standard: number) => Number(values[name] ?? standard);
const heapMb = number('heap', 1_024);
const [starts, games] = [number('starts', 5_000), number('games', 3_000)];
const [guests, addresses] = [number('guests', 500), number('addresses', 10)];
const connections = number('connections', 20);
const calmMs = number('calm', 20) * 1_000;
/** `raised`: as if the attacker had any number of addresses; `default`: those of the product. */
const areRaised = (values.limits ?? 'raised') === 'raised';

/** What is played meanwhile: games, buzzes a second over all of them, and for how long at most. */
const [GAMES, RATE, SECONDS] = [5, 50, 600];

/** Categories of 30 questions in a quiz of just under 256 KB. */
const LARGEST = 16;

const categories = (count: number) =>
  Array.from({ length: count }, (_, c) => ({
    categoryId: `c${c}`,
    name: `C${c}`,
    questions: Array.from({ length: 30 }, (__, q) => ({
      ...{ questionId: `q${c}-${q}`, points: 100, answer: 'y'.repeat(200) },
      ...{ youtubeLink: 'https://youtu.be/dQw4w9WgXcQ', youtubeSongName: 'x'.repeat(200) },
    })),
  }));

async function post(url: string, body: object, { address, token }: { address: string; token?: string }) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const dataDir = await temporaryFolder('large-games');
const guard = new Guard(dataDir);
const server = await startProduct({
  dataDir,
  env: {
    TRUSTED_PROXIES: 'loopback',
    ...(areRaised ? RAISED_LIMITS : { CEILING_SIGN_INS: RAISED_LIMITS.CEILING_SIGN_INS }),
    NODE_OPTIONS: `--max-old-space-size=${heapMb} --import=${new URL('old-space.js', import.meta.url).href} ${values.node ?? ''}`,
  },
});
stopOnSignals(async () => void (await server.stop()));
let failed = true;
try {
  const { url } = server;
  const addressOf = (n: number) => `198.51.100.${1 + (n % addresses)}`;
  const at = (path: string) => url + path;

  const host = { address: '203.0.113.1' };
  const account = { displayName: 'Host', email: `host-${randomUUID()}@example.org`, password: `a-${randomUUID()}` };
  const { body: tokens } = await post(at(PATHS.signUp.path), account, host);
  const own = { ...host, token: String(tokens['access_token']) };
  const templateId = `large-${randomUUID().slice(0, 8)}`;
  const facts = { title: 'Large', description: '', language: null, tags: [] };
  const prepare = [
    await post(at('/api/templates'), { templateId, facts, categories: categories(LARGEST) }, own),
    await post(at(`/api/templates/${templateId}/publish`), { published: true }, own),
  ];
  const wrong = prepare.find(({ status }) => status !== 200);
  if (wrong) throw new Error(`the template could not be prepared: ${JSON.stringify(wrong.body)}`);

  const signedIn: Guest[] = [];
  await eachOf(
    Array.from({ length: guests }, (_, n) => n),
    8,
    async (n) => {
      const { body } = await post(at(PATHS.guest.path), {}, { address: addressOf(n) });
      signedIn.push({ address: addressOf(n), token: String(body['access_token']) });
    },
  );

  await takeOwnCores(server.pid);
  const steady = await Steady.start([url], GAMES, RATE, SECONDS);
  const { times: calm } = await steady.during(() => pause(calmMs));

  const { result: attack, times: attacked } = await steady.during(() =>
    attackWithLargeGames({
      ...{ url, guests: signedIn, templateId, starts, games, connections },
      categories: JSON.stringify(categories(LARGEST)),
    }),
  );
  const { answers, made, broken } = attack;
  const { unseen, stuck } = await steady.finish();
  const isAlive = (await fetch(url).catch(() => null))?.status === 200;

  const fullest = Math.max(...[...server.output.matchAll(/^old space (\d+)$/gm)].map(([, bytes]) => Number(bytes)));
  await server.stop();
  const postgres = await startEmbeddedPostgres({ dir: dataDir });
  let missing = NaN;
  try {
    missing = await withClient(postgres.url, async (client) => {
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::int as count from game.event where version = 1 and game_id = any($1)',
        [made],
      );
      return made.length - (rows[0]?.count ?? 0);
    });
  } finally {
    await postgres.stop();
  }

  const kinds = Object.fromEntries(
    [...new Set(answers.map(({ code }) => code))].map((code) => {
      const all = answers.filter((each) => each.code === code);
      const [ms, inAllMs] = [all.map((each) => each.ms), all.map((each) => each.inAllMs)];
      const [sent, inAll] = [timesOf(ms), timesOf(inAllMs)];
      return [code, { ...sent, mostMs: rounded(Math.max(...ms)), inAll: { p50: inAll.p50, p99: inAll.p99 } }];
    }),
  );
  console.log(
    JSON.stringify({
      ...{ heapMb, attackSeconds: attack.seconds, kinds, broken, isAlive, missing, calm, attacked, unseen, stuck },
      oldSpaceMb: fullest / 1024 / 1024,
      oldSpaceShare: fullest / 1024 / 1024 / heapMb,
    }),
  );
  failed = false;
} finally {
  await server.stop().catch(() => undefined);
  await guard.cleanUp();
  if (failed) process.stderr.write(server.output.slice(-3_000));
}
process.exit(0);
