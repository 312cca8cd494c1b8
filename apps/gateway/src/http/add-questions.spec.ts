import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  checkLimit,
  countTemplateUse,
  type GameId,
  RefusedError,
  type RequestOf,
  takeTemplate,
} from '@earworm/contracts';
import { requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = '7f3d0c5e-3c57-4a0b-9a51-2f1f6f3f3c11' as GameId;
const listOf = (count: number, answer = 'Take On Me') => [
  {
    categoryId: 'c1',
    name: 'Eighties',
    questions: Array.from({ length: count }, (_, q) => ({
      questionId: `q${q}`,
      youtubeLink: 'https://youtu.be/dQw4w9WgXcQ',
      clipId: null,
      youtubeSongName: '',
      answer,
      points: 100,
    })),
  },
];

describe('adding a list of questions to a game', () => {
  let gateway: RunningGateway;
  let owner: ScriptedOwner;
  let spent: RequestOf<typeof checkLimit>[];
  let used: RequestOf<typeof countTemplateUse>[];
  let isAllowed: boolean;
  let onTake: (request: RequestOf<typeof takeTemplate>) => void;

  beforeEach(async () => {
    [spent, used, isAllowed, onTake] = [[], [], true, () => undefined];
    gateway = await runGateway();
    owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
    gateway.bus.serve(checkLimit, (request) => {
      spent.push(request);
      return { allowed: isAllowed, remaining: 1, resetTime: 6_100 };
    });
    gateway.bus.serve(takeTemplate, (request) => {
      onTake(request);
      return takeTemplate.reply.parse({ categories: listOf(2) });
    });
    gateway.bus.serve(countTemplateUse, (request) => {
      used.push(request);
      return {};
    });
  });
  afterEach(async () => {
    owner.stop();
    await gateway.close();
  });

  const add = (body: object, as = 'mo', game: string = GAME) =>
    requestJson(gateway, `/api/games/${game}/questions`, { as, body: { commandId: 'command-1', ...body } });

  it('sends one command to its owner, with the id that the browser made', async () => {
    owner.onCommand = () => 31;
    expect(await add({ categories: listOf(30) })).toEqual([200, { version: 31, questions: 30 }]);
    expect(owner.sentCommands).toMatchObject([
      {
        commandId: 'command-1',
        actor: { userId: 'mo' },
        command: { type: 'addQuestions', categories: listOf(30) },
      },
    ]);
  });

  it('costs the bytes of its questions, and is refused with the sentence about saving', async () => {
    isAllowed = false;
    expect(await add({ categories: listOf(10, 'x'.repeat(100)) })).toMatchObject([429, { code: 'limit-saves' }]);
    expect(spent).toMatchObject([{ action: 'write_questions', userId: 'mo' }]);
    expect(spent[0]?.points).toBeGreaterThan(1_000);
    expect(owner.sentCommands).toEqual([]);
  });

  it('names the question at fault when it is refused', async () => {
    owner.onCommand = () => {
      throw new RefusedError('youtube-link-invalid', { id: 'q7' });
    };
    expect(await add({ categories: listOf(8) })).toMatchObject([
      400,
      { code: 'youtube-link-invalid', params: { id: 'q7' } },
    ]);
  });

  it('takes a template from the library, as the user who may read it, and counts its use', async () => {
    let takenBy: unknown;
    onTake = ({ actor }) => void (takenBy = actor);
    expect(await add({ templateId: 'template-1' })).toMatchObject([200, { questions: 2 }]);
    expect(takenBy).toMatchObject({ userId: 'mo', isAdmin: false });
    expect(owner.sentCommands).toMatchObject([{ command: { categories: listOf(2) } }]);
    expect(used).toMatchObject([{ templateId: 'template-1', gameId: GAME }]);
  });

  it('fails when the template is gone, and adds nothing', async () => {
    onTake = () => {
      throw new RefusedError('template-not-found');
    };
    expect(await add({ templateId: 'template-1' })).toMatchObject([404, { code: 'template-not-found' }]);
    expect([owner.sentCommands, used]).toEqual([[], []]);
  });

  it.each<[string, object, number, string]>([
    ['longer than 256 KB', { categories: listOf(30, 'x'.repeat(9_000)) }, 413, 'quiz-too-large'],
    [
      'with more categories than a board',
      { categories: Array.from({ length: 201 }, () => listOf(0)[0]) },
      400,
      'bad-request',
    ],
    ['with fields that nobody knows', { categories: listOf(1), more: 1 }, 400, 'bad-request'],
  ])('fails when it is %s', async (_, body, status, code) => {
    expect(await add(body)).toMatchObject([status, { code }]);
    expect(owner.sentCommands).toEqual([]);
  });

  it('needs the id of a game', async () => {
    expect(await add({}, 'mo', '!')).toMatchObject([400, { code: 'invalid-game-id' }]);
  });
});
