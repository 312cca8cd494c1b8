import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { Services } from '../harness/services.js';
import { leanEntrance } from '../load/entrance.js';
import { signInGuest } from '../load/guests.js';
import { LoadGame } from '../load/load-game.js';
import { startLocalServer } from '../load/local-server.js';
import { Tally } from '../load/tally.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { Collector, type ReceivedSpan } from './collector.js';

interface House {
  /** Where the moderator and the players connect; two in a house with two gateways. */
  readonly urls: readonly string[];
  stop(): Promise<unknown>;
}

async function oneProcess(env: NodeJS.ProcessEnv): Promise<House> {
  const dataDir = await temporaryFolder('observed');
  const server = await startLocalServer({ dataDir, env });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { urls: [server.url], stop };
}

const nats = await findNats();
if (nats === null) console.warn(`not run with a process for each service: ${NO_NATS}`);
const houses: [string, (env: NodeJS.ProcessEnv) => Promise<House>][] = [['one process', oneProcess]];
if (nats !== null)
  houses.push([
    'a process for each service',
    async (env) => {
      const services = await Services.start({ nats, gateways: 2, gameReplicas: 1, env });
      return { urls: services.urls, stop: () => services.close() };
    },
  ]);

/** Creates a game, seats a player and lets them press once. */
async function pressOnce(urls: readonly string[]): Promise<void> {
  const tally = new Tally();
  const game = new LoadGame(tally, leanEntrance(), () => undefined);
  try {
    await game.create(await signInGuest(urls.at(-1)!), 5);
    await game.join(await signInGuest(urls[0]!), 'Ada');
    await game.start();
    game.press(performance.now());
    await game.finish();
    expect(tally.acknowledged).toHaveLength(1);
  } finally {
    game.close();
  }
}

describe.each(houses)('a press in %s, with a collector', (_, open) => {
  let collector: Collector;
  let house: House;
  let trace: readonly ReceivedSpan[];

  const named = (name: string) => trace.filter((span) => span.name === name);
  const one = (name: string): ReceivedSpan => {
    const [span, ...more] = named(name);
    if (!span || more.length > 0) throw new Error(`${named(name).length} spans are called ${name}`);
    return span;
  };
  const parentOf = (span: ReceivedSpan) => trace.find(({ spanId }) => spanId === span.parentSpanId);

  beforeAll(async () => {
    collector = await Collector.start();
    house = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await pressOnce(house.urls);
    trace = await eventually(() => {
      const press = collector.spans.find(({ name }) => name === 'command buzz');
      const all = collector.spans.filter(({ traceId }) => traceId === press?.traceId);
      const names = all.map(({ name, service }) => `${service} ${name}`).join('\n');
      // Each process sends its own when it likes, and of one process the inner before the outer.
      for (const last of [/^game append$/m, /^game game\.command/m, /^gateway show player$/m, /^gateway show full$/m])
        expect(names).toMatch(last);
      return all;
    });
  }, 120_000);

  afterAll(async () => {
    await house?.stop();
    collector?.close();
  }, 30_000);

  it('is one trace from its frame over the bus to the decision, the commit and the round that shows it', () => {
    const press = one('command buzz');
    expect([press.service, press.parentSpanId]).toEqual(['gateway', '']);
    const served = trace.find(({ name, service }) => service === 'game' && name.startsWith('game.command'))!;
    const called = parentOf(served)!;
    expect([called.service, called.name, parentOf(called)]).toEqual(['gateway', `call ${served.name}`, press]);
    expect([one('decide'), one('append')].map((step) => [step.service, parentOf(step)])).toEqual([
      ['game', served],
      ['game', served],
    ]);
    for (const shown of [...named('show player'), ...named('show full')])
      expect([shown.service, parentOf(shown)]).toEqual(['gateway', one('append')]);
  });

  it('shows nothing before the commit, and is over only when everybody has seen it', () => {
    const [press, decide, append] = [one('command buzz'), one('decide'), one('append')];
    // Spans begin on the clock of the wall, which knows whole milliseconds.
    expect(decide.endedAt).toBeLessThanOrEqual(append.startedAt + MILLISECOND);
    for (const shown of [...named('show player'), ...named('show full')])
      expect(shown.startedAt + MILLISECOND).toBeGreaterThanOrEqual(append.endedAt);
    expect(press.endedAt).toBeGreaterThanOrEqual(append.endedAt);
  });

  it('carries the ids of its request, game and user, and nothing that a person typed or must not be known', () => {
    const { fields } = one('command buzz');
    expect(fields).toMatchObject({ 'user.role': 'player' });
    for (const id of ['request.id', 'game.id', 'user.id']) expect(fields[id]).toMatch(/^[\w-]{8,64}$/);
    expect(one('append').fields['game.id']).toBe(fields['game.id']);
    const everything = JSON.stringify(collector.spans.map(({ name, fields: all }) => ({ name, all })));
    expect(everything).not.toMatch(/Ada|eyJ|@|dQw4w9WgXcQ/);
  });
});

/** Makes a process say when it loads what records spans (their bare interface comes with the metrics' library). */
const TELL = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, context, next) => {
    if (name.startsWith('@opentelemetry/sdk')) process.stderr.write('LOADED ' + name + '\\n');
    return next(name, context);
  } });`)}`;

const MILLISECOND = 1_000_000n;

describe('what records traces', () => {
  it.each([
    ['is not even loaded without a collector', '', false],
    ['is loaded for one', 'http://127.0.0.1:9', true],
  ])(
    '%s',
    async (_, OTEL_EXPORTER_OTLP_ENDPOINT, isLoaded) => {
      const dataDir = await temporaryFolder('observed');
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT, NODE_OPTIONS: `--import=${TELL}` };
      const server = await startLocalServer({ dataDir, env });
      try {
        // Also when the collector of the second is away: the game goes on.
        await pressOnce([server.url]);
        expect(server.said().includes('LOADED @opentelemetry/sdk-trace')).toBe(isLoaded);
      } finally {
        expect(await server.stop()).toBe(0);
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    90_000,
  );
});
