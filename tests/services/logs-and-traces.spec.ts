import { newId } from '@earworm/client';
import { eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { signInGuest } from '../load/guests.js';
import { Collector, type ReceivedSpan } from './support/collector.js';
import { type Deployment, DEPLOYMENTS } from './support/deployments.js';
import { buzzOnce } from './support/one-buzz.js';
import { wholeRun } from './support/whole-run.js';

type Line = Readonly<Record<string, unknown>>;

/** What must never be in a log or a trace. */
const PERSONAL = {
  name: 'Rosa Quittenbaum',
  nickname: 'Quittchen-77',
  email: 'rosamunde@quittenbaum.example',
  password: 'nine-lives-of-a-cat-42',
};
const TOKEN = /eyJ[\w-]+\.[\w-]+\./;
const PASSWORD_IN_URL = /\w:\/\/[^\s:/@"]*:(?!\[hidden\]@)[^\s@/"]+@/;

describe.each(DEPLOYMENTS)('debug logs and traces of %s', (_, deploy) => {
  let collector: Collector;
  let deployment: Deployment;
  let url: string;

  beforeAll(async () => {
    collector = await Collector.start();
    deployment = await deploy({ LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    url = deployment.urls[0] ?? '';
  });
  afterAll(async () => {
    await deployment?.stop();
    collector?.close();
  });

  /** Log lines are JSON objects; the banner of the start is not. */
  const lines = (): Line[] =>
    deployment
      .lines()
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);
  const linesOf = (requestId: string) => lines().filter((line) => line['requestId'] === requestId);
  const namesOf = (some: readonly Line[]) => [...new Set(some.map((line) => line['name']))].toSorted();

  it('logs follow a request by one id from the gateway to every service that worked on it', async () => {
    const { token, userId } = await signInGuest(url);
    const post = async (path: string, body: object) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await token()}` },
        body: JSON.stringify(body),
      });
    const game = { requestId: newId(), moderatorName: PERSONAL.name, quiz: 'starter' };
    const [first, second] = [await post('/api/games', game), await post('/api/games', { ...game, requestId: newId() })];
    const [requestId, other] = [first, second].map((response) => response.headers.get('x-request-id') ?? '');
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(requestId).toMatch(/^[0-9a-f]{32}$/);
    expect(other).not.toBe(requestId);
    const found = await eventually(() => {
      const some = linesOf(requestId ?? '');
      expect(namesOf(some)).toEqual(expect.arrayContaining(['game', 'gateway', 'library', 'rate-limit']));
      return some;
    });
    const atGateway = found.find((line) => line['name'] === 'gateway');
    expect(atGateway).toMatchObject({ userId, method: 'POST', path: '/api/games', status: 200 });
    for (const line of found.filter((each) => 'userId' in each)) expect(line['userId']).toBe(userId);
    expect(found.find((line) => line['subject'] === 'game.create')).toMatchObject({ name: 'game', userId });
  });

  it('logs follow a buzz by its command id, with its game and player', async () => {
    const { gameId, userId, commandId } = await buzzOnce(deployment.urls, PERSONAL.nickname);
    const found = await eventually(() => {
      const some = linesOf(commandId);
      expect(namesOf(some)).toEqual(['game', 'gateway']);
      return some;
    });
    for (const line of found) expect(line).toMatchObject({ gameId, userId });
    expect(found.find((line) => line['name'] === 'gateway')).toMatchObject({ command: 'buzz' });
  });

  it('logs of a whole run contain no secret, e-mail address or name', async () => {
    const { password, name } = PERSONAL;
    const email = `${newId().toLowerCase()}-${PERSONAL.email}`;
    const passwords = [password, `${password}-next`, `${password}-mistyped`] as const;
    const secrets = await wholeRun(deployment, { name, email, passwords });
    await fetch(`${url}/api/games/by-code/AAAAAA?name=${encodeURIComponent(PERSONAL.nickname)}`);
    await buzzOnce(deployment.urls, PERSONAL.nickname);
    await eventually(() => {
      expect(lines().some((line) => line['path'] === '/api/identity/sign-out')).toBe(true);
      // The database's failures are among them.
      expect(lines().filter(({ level }) => level === 'error').length).toBeGreaterThan(0);
    });
    const all = deployment.lines().join('\n');
    const traced = JSON.stringify(collector.spans.map(({ name: span, fields }) => ({ span, fields })));
    const typed = [...secrets, PERSONAL.nickname, 'Quittenbaum', 'Quittchen'];
    expect(typed.filter((secret) => all.includes(secret) || traced.includes(secret))).toEqual([]);
    expect(secrets.size).toBeGreaterThan(20);
    expect(all).not.toMatch(TOKEN);
    expect(all).not.toMatch(PASSWORD_IN_URL);
  });

  /** The spans of one buzz, when all processes have sent theirs. */
  const traceOfBuzz = async (): Promise<Trace> => {
    const { commandId } = await buzzOnce(deployment.urls, PERSONAL.nickname);
    return eventually(() => {
      const buzz = collector.spans.find(({ fields }) => fields['request.id'] === commandId);
      const spans = collector.spans.filter(({ traceId }) => traceId === buzz?.traceId);
      const names = spans.map(({ name, service }) => `${service} ${name}`).join('\n');
      // The last ones of each process: it sends inner spans before outer ones.
      for (const last of [/^game append$/m, /^game game\.command/m, /^gateway show player$/m, /^gateway show full$/m])
        expect(names).toMatch(last);
      expect(names).toMatch(/^gateway command buzz$/m);
      return new Trace(spans);
    });
  };

  it('traces follow a buzz from its frame over the bus to the decision, the commit and the frames that show it', async () => {
    const trace = await traceOfBuzz();
    const buzz = trace.one('command buzz');
    expect([buzz.service, buzz.parentSpanId]).toEqual(['gateway', '']);
    const served = trace.spans.find(({ name, service }) => service === 'game' && name.startsWith('game.command'))!;
    const called = trace.parentOf(served)!;
    expect([called.service, called.name, trace.parentOf(called)]).toEqual(['gateway', `call ${served.name}`, buzz]);
    for (const step of ['decide', 'append'])
      expect([trace.one(step).service, trace.parentOf(trace.one(step))]).toEqual(['game', served]);
    // Only what was appended is shown. Spans of different processes are ordered by their parents: their clocks differ.
    const pageSpans = trace.spans.filter(({ name }) => name.startsWith('show '));
    expect(pageSpans.map(({ name }) => name)).toEqual(expect.arrayContaining(['show player', 'show full']));
    for (const span of pageSpans)
      expect([span.service, trace.parentOf(span)]).toEqual(['gateway', trace.one('append')]);
  });

  it('traces carry the ids of request, game and user, and nothing that a person typed', async () => {
    const trace = await traceOfBuzz();
    const { fields } = trace.one('command buzz');
    expect(fields).toMatchObject({ 'user.role': 'player' });
    for (const id of ['request.id', 'game.id', 'user.id']) expect(fields[id]).toMatch(/^[\w-]{8,64}$/);
    expect(trace.one('append').fields['game.id']).toBe(fields['game.id']);
    const everything = JSON.stringify(collector.spans.map(({ name, fields: all }) => ({ name, all })));
    expect(everything).not.toMatch(/Quitt|@|dQw4w9WgXcQ/);
    // A random id may contain the first letters of a token.
    expect(everything).not.toMatch(TOKEN);
  });
});

class Trace {
  constructor(readonly spans: readonly ReceivedSpan[]) {}

  one(name: string): ReceivedSpan {
    const [span, ...more] = this.spans.filter((each) => each.name === name);
    if (!span || more.length > 0) throw new Error(`${span ? more.length + 1 : 0} spans are called ${name}`);
    return span;
  }

  parentOf(child: ReceivedSpan): ReceivedSpan | undefined {
    return this.spans.find(({ spanId }) => spanId === child.parentSpanId);
  }
}

/** Prints when a process loads the OpenTelemetry SDK, as the file of a bundle. The metrics library loads only its interface. */
const PRINT_LOADED = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => {
    const module = next(url, context);
    if (String(module.source).includes('BatchSpanProcessorBase')) process.stderr.write('LOADED the SDK\\n');
    return module;
  } });`)}`;

describe('tracing SDK', () => {
  it.each([
    ['is not loaded without a collector', '', false],
    ['is loaded for a collector, and games go on while that is down', 'http://127.0.0.1:9', true],
  ])('%s', async (_, OTEL_EXPORTER_OTLP_ENDPOINT, isLoaded) => {
    const env = { ...RAISED_LIMITS, OTEL_EXPORTER_OTLP_ENDPOINT, NODE_OPTIONS: `--import=${PRINT_LOADED}` };
    const product = await startProduct({ env });
    try {
      await buzzOnce([product.url], 'Ada');
      expect(product.output.includes('LOADED the SDK')).toBe(isLoaded);
    } finally {
      expect(await product.stop()).toBe(0);
    }
  });
});
