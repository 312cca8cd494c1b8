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
} from '@earworm/contracts';
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

  beforeEach(async () => {
    [requests, refused, taken, created, isFull] = [[], null, 0, 0, false];
    gateway = await runGateway();
    const { bus } = gateway;
    bus.serve(checkLimit, (input) => {
      requests.push(input);
      const isRefused = input.action === refused;
      return { allowed: !isRefused, remaining: isRefused ? 0 : 1, resetTime: isRefused ? 12_300 : 0 };
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
    bus.serve(createGame, () => {
      created += 1;
      return { gameId: 'game-1' as GameId, gameCode: 'ABCDEF' };
    });
  });
  afterEach(() => gateway.close());

  const body = { requestId: 'request-of-ann', moderatorName: 'Ann' };
  const create = () => request(gateway, '/api/games', { as: 'ann', body: { ...body, categories } });
  const start = () => request(gateway, '/api/templates/template-1/start', { as: 'ann', body });
  const ROUTES = [
    ['created with questions', create],
    ['started from a template', start],
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

  it('a start of a template is answered busy while memory is full, before anything is charged', async () => {
    isFull = true;
    const { status, bytes } = await start();
    expect([status, JSON.parse(bytes.toString())]).toMatchObject([503, { code: 'busy' }]);
    expect([taken, created, requests]).toEqual([0, 0, []]);
  });

  it('an empty game costs no bytes', async () => {
    expect((await request(gateway, '/api/games', { as: 'ann', body })).status).toBe(200);
    expect(requests.map(({ action }) => action)).toEqual(['create_game']);
  });
});
