import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createGameClient, newId, type GameClient } from '@earworm/client';
import { createGame } from '@earworm/contracts';
import {
  CATEGORIES_MAX,
  CategoryId,
  type CategoryDraft,
  QUESTIONS_PER_CATEGORY_MAX,
  QuestionId,
  QUIZ_COPY_BYTES_MAX,
  TEXT_MAX_LENGTH,
  UserId,
} from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import { eventually } from '@earworm/service-kit/testing';
import { Services } from '../harness/services.js';
import { signInGuest, type Guest } from '../load/guests.js';
import { leanSockets } from '../load/lean-socket.js';
import { socketUrl } from '../load/sockets.js';
import { describeWithNats } from './support/describe-with-nats.js';

const QUESTIONS = CATEGORIES_MAX * QUESTIONS_PER_CATEGORY_MAX;
const LINK = 'https://youtu.be/dQw4w9WgXcQ';
/** What is longest on the bus, where a view is text in text: quotes. */
const ANSWER = '"'.repeat(Math.floor((QUIZ_COPY_BYTES_MAX / QUESTIONS - LINK.length) / 2));
const question = { youtubeLink: LINK, clipId: null, youtubeSongName: '', answer: ANSWER, points: 1_000_000 };
/** What is left then goes into the names of some songs. */
const SPARE = QUIZ_COPY_BYTES_MAX - QUESTIONS * (LINK.length + 2 * ANSWER.length);

const nameLength = (n: number) => Math.max(0, Math.min(TEXT_MAX_LENGTH, SPARE - TEXT_MAX_LENGTH * n));

const FIRST = CategoryId.parse('first');
const id = (n: number) => `${n}`.padStart(64, 'x');
/** A copy of the largest game of earlier releases: as many questions and as much text as there could be, but for one question. */
const LARGEST: CategoryDraft[] = Array.from({ length: CATEGORIES_MAX }, (_, c) => ({
  categoryId: c === 0 ? FIRST : CategoryId.parse(id(c)),
  name: '"'.repeat(60),
  questions: Array.from({ length: QUESTIONS_PER_CATEGORY_MAX - (c === 0 ? 1 : 0) }, (_, q) => ({
    ...question,
    questionId: QuestionId.parse(id(1_000 * (c + 1) + q)),
    youtubeSongName: c === 0 ? '' : 'x'.repeat(nameLength((c - 1) * QUESTIONS_PER_CATEGORY_MAX + q)),
  })),
}));

describeWithNats('a copy of the largest game of earlier releases', (nats) => {
  let services: Services;
  let bus: Bus;
  let moderator: Guest;
  let gameId = '';
  const clients: GameClient[] = [];

  beforeAll(async () => {
    services = await Services.start({ nats, gateways: 2, gameReplicas: 2 });
    bus = await services.connectBus();
  });
  beforeEach(async () => {
    moderator = await signInGuest(services.urls[0] ?? '');
    const actor = { userId: UserId.parse(moderator.userId), isAdmin: false };
    ({ gameId } = await bus.call(
      createGame,
      { actor, requestId: newId(), moderatorName: 'Mo', categories: LARGEST },
      { timeoutMs: 10_000 },
    ));
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => services?.close());

  const enter = async (guest: Guest, as: 'moderator' | 'player', gateway: 0 | 1) => {
    const client = createGameClient({
      url: socketUrl(services.urls[gateway] ?? ''),
      gameId,
      as,
      token: guest.token,
      WebSocket: leanSockets(),
    });
    clients.push(client);
    await eventually(() => expect([client.state.connection, client.state.closedBy]).toEqual(['online', null]));
    return client;
  };
  const questionsOf = (client: GameClient) => client.state.view?.categories.flatMap(({ questions }) => questions) ?? [];

  it('opens for its moderator, takes no question more but a shorter text, and is played', async () => {
    const desk = await enter(moderator, 'moderator', 0);
    expect(questionsOf(desk)).toHaveLength(QUESTIONS - 1);
    expect(questionsOf(desk).at(-1)?.secret?.answer).toBe(ANSWER);
    const categoryId = FIRST;
    const adds = (answer: string) =>
      desk.send({
        type: 'addQuestion',
        categoryId,
        questionId: QuestionId.parse(newId()),
        question: { ...question, answer },
      });
    expect(await adds(ANSWER)).toMatchObject({ ok: false, code: 'quiz-too-large' });
    const [edited] = questionsOf(desk);
    if (edited === undefined) throw new Error('no question is shown');
    const shorter = { type: 'updateQuestion', categoryId, questionId: edited.id } as const;
    expect(await desk.send({ ...shorter, question: { ...question, answer: 'x' } })).toMatchObject({ ok: true });

    const ann = await enter(await signInGuest(services.urls[1] ?? ''), 'player', 1);
    expect(await ann.send({ type: 'joinGame', name: 'Ann' })).toMatchObject({ ok: true });
    expect(await desk.send({ type: 'startGame' })).toMatchObject({ ok: true });
    const [played] = questionsOf(desk);
    if (played === undefined) throw new Error('no question is shown');
    expect(await desk.send({ type: 'selectQuestion', categoryId, questionId: played.id })).toMatchObject({ ok: true });
    expect(await ann.send({ type: 'buzz', questionId: played.id })).toMatchObject({ ok: true });
    await eventually(() => expect(desk.state.view?.current?.queue).toHaveLength(1));
  });

  it('opens at either gateway, also after its owner was killed, and is in the history of its moderator', async () => {
    expect(questionsOf(await enter(moderator, 'moderator', 1))).toHaveLength(QUESTIONS - 1);
    await Promise.all(services.games.map((game) => game.kill()));
    await Promise.all(services.games.map((game) => game.start()));
    expect(questionsOf(await enter(moderator, 'moderator', 0))).toHaveLength(QUESTIONS - 1);
    await eventually(async () => {
      const { games } = await moderator.http.call('history', { query: { list: 'moderated' } });
      expect(games.map((game) => game.gameId)).toContain(gameId);
    });
  });
});
