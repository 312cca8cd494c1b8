import { randomUUID } from 'node:crypto';
import {
  onShard,
  placeInRoom,
  RefusedError,
  replaceQuestions,
  type RequestOf,
  type RoomId,
  shardOf,
  type ShowId,
} from '@earworm/contracts';
import { CategoryId, type GameId, QuestionId, roomActor } from '@earworm/rules';
import { describeWith } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { ask, create, look, send } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

type Categories = RequestOf<typeof replaceQuestions>['categories'];
const categoriesOf = (...points: number[]): Categories => [
  {
    categoryId: CategoryId.parse(randomUUID()),
    name: 'Nineties',
    questions: points.map((each) => ({
      questionId: QuestionId.parse(randomUUID()),
      ...{ youtubeLink: 'https://youtu.be/dQw4w9WgXcQ', clipId: null, youtubeSongName: '' },
      ...{ answer: 'Rhythm Is a Dancer', points: each },
    })),
  },
];

describeWith('postgres', 'replacing the questions of a room', () => {
  const { bus } = oneGameService();

  async function newRoom() {
    const room = { roomId: randomUUID() as RoomId, showId: randomUUID() as ShowId };
    const by = roomActor(room.roomId);
    const { gameId } = await create(bus, room.roomId, by);
    await ask(bus, onShard(placeInRoom, shardOf(gameId)), { gameId, ...room, name: 'Main hall' });
    return { roomId: room.roomId, by, gameId };
  }
  const replace = (gameId: GameId, roomId: RoomId, categories: Categories) =>
    ask(bus, onShard(replaceQuestions, shardOf(gameId)), { gameId, roomId, categories }).then(
      () => 'replaced',
      (error: unknown) => (error instanceof RefusedError ? error.code : error),
    );
  const boardOf = async (gameId: GameId) =>
    (await look(bus, gameId)).view.categories.map(({ name, questions }) => [
      name,
      questions.map(({ points }) => points),
    ]);

  it('leaves the new ones alone, and changes nothing when it is repeated', async () => {
    const { gameId, roomId } = await newRoom();
    const categories = categoriesOf(300, 400);
    expect(await replace(gameId, roomId, categories)).toBe('replaced');
    expect(await boardOf(gameId)).toEqual([['Nineties', [300, 400]]]);
    const { version } = await look(bus, gameId);
    expect(await replace(gameId, roomId, categories)).toBe('replaced');
    expect((await look(bus, gameId)).version).toBe(version);
  });

  it('changes no game of another room, none that has begun, and none by a list with a fault', async () => {
    const { gameId, roomId, by } = await newRoom();
    const before = await boardOf(gameId);
    expect(await replace(gameId, randomUUID() as RoomId, categoriesOf(300))).toBe('not-allowed');
    expect(await replace(gameId, roomId, categoriesOf(300, -1))).toBe('bad-request');
    await send(bus, gameId, by, { type: 'startGame' });
    expect(await replace(gameId, roomId, categoriesOf(300))).toBe('not-in-setup');
    expect(await boardOf(gameId)).toEqual(before);
  });
});
