import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  admitGame,
  checkLimit,
  type CountedAction,
  countTemplateUse,
  createGame,
  type GameId,
  RefusedError,
  type RequestOf,
  takeTemplate,
  templateSize,
} from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { LARGE_BYTES } from '../commands/new-games.js';
import { request } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

const QUESTION = {
  answer: 'y'.repeat(200),
  youtubeSongName: 'x'.repeat(200),
  youtubeLink: 'https://youtu.be/dQw4w9WgXcQ',
};
const categories = [
  {
    categoryId: 'c1',
    name: 'Eighties',
    questions: Array.from({ length: 30 }, (_, q) => ({ questionId: `q${q}`, points: 100, ...QUESTION })),
  },
];

describe('limits on creating and starting games', () => {
  let gateway: RunningGateway;
  let requests: RequestOf<typeof checkLimit>[] = [];
  let refused: CountedAction | null = null;
  let taken = 0;
  let created = 0;
  let isFull = false;
  let templateBytes = LARGE_BYTES + 1;
  let sized = 0;
  let creating = 0;
  /** Resolves when a game may be created; until then it is in progress. */
  let mayCreate = Promise.resolve();

  // A gateway for each test: one rests for as long as it took to create a game, and is full meanwhile.
  beforeEach(async () => {
    [requests, refused, taken, created, creating, sized, isFull] = [[], null, 0, 0, 0, 0, false];
    templateBytes = LARGE_BYTES + 1;
    mayCreate = Promise.resolve();
    gateway = await runGateway({ CREATE_CONCURRENCY: '1', CREATE_QUEUE: '2', CREATE_REST_MS: '0' });
    const { bus } = gateway;
    bus.serve(checkLimit, (input) => {
      requests.push(input);
      const isRefused = input.action === refused;
      return { allowed: !isRefused, remaining: isRefused ? 0 : 1, resetTime: isRefused ? 12_300 : 0 };
    });
    bus.serve(templateSize, () => {
      sized += 1;
      return { bytes: templateBytes };
    });
    bus.serve(takeTemplate, () => {
      taken += 1;
      return takeTemplate.reply.parse({ categories });
    });
    bus.serve(countTemplateUse, () => ({}));
    bus.serve(admitGame, () => {
      if (isFull) throw new RefusedError('busy');
      return {};
    });
    bus.serve(createGame, async () => {
      creating += 1;
      await mayCreate;
      created += 1;
      return { gameId: 'game-1' as GameId, gameCode: 'ABCDEF' };
    });
  });
  afterEach(() => gateway.close());

  const body = { requestId: 'request-of-ann', moderatorName: 'Ann' };
  const create = () => request(gateway, '/api/games', { as: 'ann', body: { ...body, categories } });
  const start = (templateId = 'template-1', as = 'ann') =>
    request(gateway, `/api/templates/${templateId}/start`, { as, body });
  const ROUTES = [
    ['created with questions', create],
    ['started from a template', () => start()],
  ] as const;

  it.each(ROUTES)('a game %s costs one game and the bytes of its questions', async (_, make) => {
    expect((await make()).status).toBe(200);
    const spent = requests.filter(({ spend }) => spend);
    expect(spent).toMatchObject([
      { action: 'create_game', userId: 'ann' },
      { action: 'write_questions', userId: 'ann' },
    ]);
    expect(spent[1]?.points).toBeGreaterThan(JSON.stringify(categories).length * 0.9);
    expect(spent[1]?.points).toBeLessThan(JSON.stringify(categories).length * 1.3);
  });

  it.each(ROUTES)('a game %s is refused with the message and seconds for games, and not created', async (_, make) => {
    for (const action of ['create_game', 'write_questions'] as const) {
      refused = action;
      const { status, headers: answered, bytes } = await make();
      expect([status, answered.get('retry-after')]).toEqual([429, '13']);
      expect(JSON.parse(bytes.toString())).toMatchObject({
        code: 'limit-create',
        message: "You've created too many games recently. Please wait 13 seconds before creating another game.",
      });
    }
    expect([taken, created]).toEqual([0, 0]);
  });

  it('a start of a large template is answered busy while memory is full, before anything is charged', async () => {
    isFull = true;
    const { status, bytes } = await start();
    expect([status, JSON.parse(bytes.toString())]).toMatchObject([503, { code: 'busy' }]);
    expect([taken, created, requests]).toEqual([0, 0, []]);
  });

  it('starts of large templates are queued, and answered busy when the queue is full', async () => {
    let begin = () => undefined as void;
    mayCreate = new Promise((resolve) => (begin = resolve));
    const first = start();
    await eventually(() => expect(taken).toBe(1));
    const others = Array.from({ length: 5 }, () => start());
    const answered: number[] = [];
    for (const other of others) void other.then(({ status }) => answered.push(status));
    await eventually(() => expect(answered).toEqual([503, 503, 503]));
    expect(taken).toBe(1);
    begin();
    expect((await first).status).toBe(200);
    await Promise.all(others);
    expect(answered).toEqual([503, 503, 503, 200, 200]);
  });

  it('a repeated start of a large template is answered busy without calling the library while the queue is full', async () => {
    let begin = () => undefined as void;
    mayCreate = new Promise((resolve) => (begin = resolve));
    const waiting = Array.from({ length: 3 }, () => start());
    await eventually(() => expect(requests.filter(({ action }) => action === 'create_game')).toHaveLength(3));
    expect([(await start()).status, sized]).toEqual([503, 3]);
    expect([(await start('template-1', 'bob')).status, sized]).toEqual([503, 4]);
    expect([(await start('template-1', 'bob')).status, sized]).toEqual([503, 4]);
    begin();
    await Promise.all(waiting);
  });

  it.each([
    ['a small template is started', () => start('template-2')],
    ['an empty game is created', () => request(gateway, '/api/games', { as: 'ann', body })],
  ])('%s however many large ones are queued', async (_, make) => {
    let begin = () => undefined as void;
    mayCreate = new Promise((resolve) => (begin = resolve));
    const waiting = Array.from({ length: 3 }, () => start());
    await eventually(() => expect(requests.filter(({ action }) => action === 'create_game')).toHaveLength(3));
    templateBytes = LARGE_BYTES;
    const small = make();
    await eventually(() => expect(creating).toBe(2));
    begin();
    expect((await small).status).toBe(200);
    await Promise.all(waiting);
  });

  it('an empty game costs no bytes', async () => {
    expect((await request(gateway, '/api/games', { as: 'ann', body })).status).toBe(200);
    expect(requests.map(({ action }) => action)).toEqual(['create_game']);
  });
});
