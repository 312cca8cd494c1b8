import { gameEvidence, type GameId, onShard, shardOf, type UserId } from '@earworm/contracts';
import { CategoryId, checkEvidence, EVIDENCE_FORMAT, QuestionId, textOf } from '@earworm/rules';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { sql } from '../testing/database.js';
import { ask, create, MODERATOR, send, user } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

const buzzOrder = { mode: 'corrected', holdMs: 20, creditMs: 150 } as const;

const categoryId = CategoryId.parse('eighties');
const questionId = QuestionId.parse('q1');

describeWith('postgres', 'the evidence of a game', () => {
  const { bus, database } = oneGameService();
  const read = (gameId: GameId, after = 0, userId: UserId = MODERATOR) =>
    ask(bus, onShard(gameEvidence, shardOf(gameId)), { actor: { userId, isAdmin: false }, gameId, after });

  async function played(settings: object) {
    const { gameId } = await create(bus);
    await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    await send(bus, gameId, MODERATOR, { type: 'changeSettings', settings });
    await send(bus, gameId, MODERATOR, { type: 'startGame' });
    await send(bus, gameId, MODERATOR, { type: 'selectQuestion', categoryId, questionId });
    await send(bus, gameId, 'ann', { type: 'buzz', questionId });
    return gameId;
  }

  it('follows from the log, and holds when it is checked', async () => {
    const gameId = await played({ buzzOrder });
    const ordered = "select 1 from event where game_id = $1 and event ->> 'type' = 'buzzesOrdered'";
    await eventually(async () => expect(await sql(database.url, ordered, [gameId])).toHaveLength(1));
    await send(bus, gameId, MODERATOR, { type: 'judgeAnswer', questionId, playerId: user('ann'), correct: true });
    await send(bus, gameId, MODERATOR, { type: 'completeGame' });
    const { lines, next, end, scores } = await read(gameId);
    expect(next).toBeNull();
    expect(scores).toEqual([[1, 100]]);
    const text = textOf({ format: EVIDENCE_FORMAT, gameId, lines, end: end ?? '', scores });
    expect(checkEvidence(text)).toEqual({ end, problems: [] });
    expect(checkEvidence(text.replace('"seed', '"seeds')).problems).not.toEqual([]);
    expect(lines.join()).not.toMatch(/ann/i);
    const later = await read(gameId, (JSON.parse(lines[1]!) as { version: number }).version);
    expect(later).toEqual({ lines: lines.slice(2), next: null, end, scores });
  });

  it('exists in no game in which the order of arrival counts', async () => {
    const gameId = await played({});
    expect(await read(gameId)).toMatchObject({ lines: [], next: null, scores: [] });
  });

  it('refuses those who have no desk', async () => {
    const gameId = await played({ buzzOrder });
    await expect(read(gameId, 0, user('ann'))).rejects.toMatchObject({ code: 'not-moderator' });
  });
});
