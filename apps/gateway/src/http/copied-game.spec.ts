import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { admitGame, checkLimit, createGame, type GameId, RefusedError, type RequestOf } from '@earworm/contracts';
import { requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = '7f3d0c5e-3c57-4a0b-9a51-2f1f6f3f3c11' as GameId;
const question = (points: number, answered = false, answer = `Answer ${points}`) => ({
  ...{ id: `q${points}`, points, answered },
  secret: { medium: { kind: 'clip', clipId: 'c'.repeat(32) }, youtubeSongName: `Song ${points}`, answer },
});
const BOARD = [
  { id: 'tv', name: 'TV', questions: [question(100, true), question(200)] },
  { id: 'film', name: 'Film', questions: [question(300)] },
  { id: 'played', name: 'Played', questions: [question(400, true)] },
];

describe('a game created as a copy of another', () => {
  let gateway: RunningGateway;
  let owner: ScriptedOwner;
  let created: RequestOf<typeof createGame>[];
  let isFull: boolean;

  beforeEach(async () => {
    [created, isFull] = [[], false];
    gateway = await runGateway();
    gateway.bus.serve(checkLimit, () => ({ allowed: true, remaining: 1, resetTime: 0 }));
    owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
    owner.categories = BOARD;
    gateway.bus.serve(admitGame, () => {
      if (isFull) throw new RefusedError('busy');
      return {};
    });
    gateway.bus.serve(createGame, (request) => {
      created.push(request);
      return { gameId: 'game-2' as GameId, gameCode: 'ABCDEF' };
    });
  });
  afterEach(async () => {
    owner.stop();
    await gateway.close();
  });

  const copy = (questions: string, { as = 'mo', game = GAME as string } = {}) => {
    const copyOf = { gameId: game, questions };
    return requestJson(gateway, '/api/games', {
      as,
      body: { requestId: 'request-of-mo', moderatorName: 'Mo', copyOf },
    });
  };
  const boards = () =>
    created.map(({ categories = [] }) =>
      categories.map(({ name, questions }) => [name, ...questions.map(({ points }) => points)]),
    );

  it('begins with all questions of that game, under new ids', async () => {
    expect(await copy('all')).toMatchObject([200, { gameId: 'game-2' }]);
    expect(boards()).toEqual([
      [
        ['TV', 100, 200],
        ['Film', 300],
        ['Played', 400],
      ],
    ]);
    const [first] = created[0]?.categories?.[0]?.questions ?? [];
    const clipId = 'c'.repeat(32);
    expect(first).toMatchObject({ answer: 'Answer 100', youtubeSongName: 'Song 100', youtubeLink: '', clipId });
    expect(first?.questionId).not.toBe('q100');
  });

  it('begins with the questions that were not yet played when only these are wanted', async () => {
    await copy('unplayed');
    expect(boards()).toEqual([
      [
        ['TV', 200],
        ['Film', 300],
      ],
    ]);
  });

  it('accepts more than the limit of a quiz', async () => {
    const questions = Array.from({ length: 30 }, () => question(100, false, 'x'.repeat(200)));
    owner.categories = Array.from({ length: 100 }, () => ({ ...BOARD[0], questions }));
    expect((await copy('all'))[0]).toBe(200);
    expect(boards()[0]).toHaveLength(100);
  });

  it('a copy is refused to users who do not moderate the copied game', async () => {
    expect(await copy('all', { as: 'ann' })).toMatchObject([403, { code: 'not-moderator' }]);
    expect(created).toEqual([]);
  });

  it('a copy of a game that does not exist is refused', async () => {
    expect(await copy('all', { game: '!' })).toMatchObject([400, { code: 'invalid-game-id' }]);
    expect(created).toEqual([]);
  });

  it('a copy is answered busy while memory is full, before the copied game is read', async () => {
    isFull = true;
    expect(await copy('all')).toMatchObject([503, { code: 'busy' }]);
    expect([owner.requests.snapshot, created]).toEqual([0, []]);
  });
});
