import {
  changeCrew,
  checkStageKey,
  type CrewChange,
  decodeRoleEvents,
  findByCode,
  gameEventsWildcard,
  kindsOf,
  joinInfo,
  moveInGame,
  onShard,
  placeInRoom,
  type RoomId,
  roster,
  shardOf,
  type ShowId,
  since,
  stageKey,
} from '@earworm/contracts';
import { CategoryId, GameCode, QuestionId, type Right, RIGHTS, roomActor } from '@earworm/rules';
import { withClient } from '@earworm/service-kit/postgres';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { inheritOn } from './owner-calls.js';
import { ask, create, look, MODERATOR, send, user } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

const categoryId = CategoryId.parse('eighties');
const questionId = QuestionId.parse('q1');

describeWith('postgres', 'a game over the bus', () => {
  const { bus, database } = oneGameService();

  it('gets a code that finds it, and a repeated request returns the same game', async () => {
    const made = await create(bus, 'request-1');
    expect(made.gameCode).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
    expect(await create(bus, 'request-1')).toEqual(made);
    expect(await bus.call(findByCode, { gameCode: made.gameCode.toLowerCase() })).toEqual({ gameId: made.gameId });
    await expect(bus.call(findByCode, { gameCode: GameCode.parse('ZZZZZZ') })).rejects.toMatchObject({
      code: 'game-not-found',
    });
  });

  it('runs through join, start, select, buzz, judge, complete', async () => {
    const { gameId } = await create(bus);
    await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    await send(bus, gameId, 'bob', { type: 'joinGame', name: 'Bob' });
    await send(bus, gameId, MODERATOR, { type: 'startGame' });
    await send(bus, gameId, MODERATOR, { type: 'selectQuestion', categoryId, questionId });
    await send(bus, gameId, 'ann', { type: 'buzz', questionId });
    const second = await send(bus, gameId, 'bob', { type: 'buzz', questionId });
    expect((await look(bus, gameId)).view.current?.queue.map((entry) => entry.name)).toEqual(['Ann', 'Bob']);

    await send(bus, gameId, MODERATOR, { type: 'judgeAnswer', questionId, playerId: user('ann'), correct: true });
    const after = await look(bus, gameId);
    expect(after.version).toBe(second.version + 1);
    expect(after.view.leaders[0]).toMatchObject({ name: 'Ann', score: 100 });

    const page = await ask(bus, onShard(roster, shardOf(gameId)), {
      actor: { userId: MODERATOR, isAdmin: false },
      gameId,
    });
    expect(page).toMatchObject({ total: 2, players: [{ name: 'Ann' }, { name: 'Bob' }] });
    await send(bus, gameId, MODERATOR, { type: 'completeGame' });
    await expect(send(bus, gameId, 'cem', { type: 'joinGame', name: 'Cem' })).rejects.toMatchObject({
      code: 'game-ended',
    });
  });

  it('continues when its moderator and a player, both guests, sign in to accounts', async () => {
    const { gameId } = await create(bus);
    const move = (from: string, to: string) =>
      ask(bus, onShard(moveInGame, shardOf(gameId)), { gameId, from: user(from), to: user(to) });
    await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    await send(bus, gameId, MODERATOR, { type: 'startGame' });
    const { version } = await move('ann', 'ann-account');
    expect(await move('ann', 'ann-account')).toEqual({ version });
    await move(MODERATOR, 'mo-account');
    expect((await look(bus, gameId)).view).toMatchObject({
      moderatorId: 'mo-account',
      leaders: [{ id: 'ann-account', name: 'Ann' }],
    });
    const select = { type: 'selectQuestion', categoryId, questionId } as const;
    await expect(send(bus, gameId, MODERATOR, select)).rejects.toMatchObject({ code: 'not-moderator' });
    await send(bus, gameId, 'mo-account', select);
    await send(bus, gameId, 'ann-account', { type: 'buzz', questionId });
    await send(bus, gameId, 'mo-account', { type: 'completeGame' });
    await expect(move('ann-account', 'ann')).rejects.toMatchObject({ code: 'game-ended' });
  });

  it('gives a stage key only to those who have a desk, and each the same again', async () => {
    const { gameId } = await create(bus);
    const keyFor = (userId: string, isAdmin = false) =>
      ask(bus, onShard(stageKey, shardOf(gameId)), { actor: { userId: user(userId), isAdmin }, gameId });
    const { stageKey: key } = await keyFor(MODERATOR);
    expect(await keyFor(MODERATOR)).toEqual({ stageKey: key });
    await expect(keyFor('ann', true)).rejects.toMatchObject({ code: 'not-moderator' });

    const fits = async (game: typeof gameId, given: string) =>
      (await bus.call(checkStageKey, { gameId: game, stageKey: given })).fits;
    const other = await create(bus);
    expect([await fits(gameId, key), await fits(other.gameId, key), await fits(gameId, 'x'.repeat(32))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('shows the next game under the stage link of the one before', async () => {
    const { gameId } = await create(bus);
    const { stageKey: key } = await ask(bus, onShard(stageKey, shardOf(gameId)), {
      ...{ actor: { userId: MODERATOR, isAdmin: false }, gameId },
    });
    const fits = async (game: typeof gameId) => (await bus.call(checkStageKey, { gameId: game, stageKey: key })).fits;
    await send(bus, gameId, MODERATOR, { type: 'startGame' });
    await send(bus, gameId, MODERATOR, { type: 'completeGame' });
    const requestId = 'once-more';
    const otherUser = user('ann');
    const other = await create(bus, requestId, otherUser);
    await expect(send(bus, gameId, otherUser, { type: 'playAgain', requestId })).rejects.toMatchObject({
      code: 'not-moderator',
    });
    expect(await fits(other.gameId)).toBe(false);
    const next = await create(bus, requestId);
    expect(await fits(next.gameId)).toBe(false);
    await send(bus, gameId, MODERATOR, { type: 'playAgain', requestId });
    expect([await fits(gameId), await fits(next.gameId)]).toEqual([true, true]);
  });

  it('shows the stage under the link of a member as long as they have a desk', async () => {
    const { gameId } = await create(bus);
    const keyFor = async (userId: string) =>
      (
        await ask(bus, onShard(stageKey, shardOf(gameId)), {
          ...{ actor: { userId: user(userId), isAdmin: false }, gameId },
        })
      ).stageKey;
    const fits = async (key: string) => (await bus.call(checkStageKey, { gameId, stageKey: key })).fits;
    const change = (commandId: string, wish: CrewChange) =>
      ask(bus, onShard(changeCrew, shardOf(gameId)), { gameId, commandId, change: wish });
    const asCoHost = { type: 'addCrew' as const, userId: user('cem'), name: 'Cem', by: MODERATOR };
    await change('add-cem-1', { ...asCoHost, rights: ['judge'] });
    const operator = { userId: user('ops'), name: 'Ops', reason: 'asked for' };
    await change('help-ops-1', { type: 'operatorHelps', ...operator });
    const [ownerKey, coHostKey] = [await keyFor(MODERATOR), await keyFor('cem')];
    expect(coHostKey).not.toBe(ownerKey);
    expect(await keyFor('cem')).toBe(coHostKey);
    expect(await keyFor('ops')).toBe(ownerKey);
    expect([await fits(ownerKey), await fits(coHostKey)]).toEqual([true, true]);

    await send(bus, gameId, MODERATOR, { type: 'removeCrew', userId: user('cem') });
    expect([await fits(ownerKey), await fits(coHostKey)]).toEqual([true, false]);
    await change('add-cem-2', { ...asCoHost, rights: ['people'] });
    expect(await fits(coHostKey)).toBe(false);
    await change('add-cem-3', { ...asCoHost, rights: ['judge'] });
    expect(await fits(coHostKey)).toBe(true);

    await ask(bus, onShard(moveInGame, shardOf(gameId)), { gameId, from: MODERATOR, to: user('mo-account') });
    expect([await fits(ownerKey), await keyFor('mo-account')]).toEqual([true, ownerKey]);
  });

  it('shows the stage under a link that the release before made', async () => {
    const { gameId } = await create(bus);
    const key = 'f'.repeat(32);
    await withClient(database.url, (client) =>
      client.query('update game.game set stage_key = $2 where game_id = $1', [gameId, key]),
    );
    expect((await bus.call(checkStageKey, { gameId, stageKey: key })).fits).toBe(true);
  });

  it('takes the crew along into the next game, whose owner stays the owner when a co-host starts it', async () => {
    const { gameId } = await create(bus);
    const change = (commandId: string, userId: string, rights: Right[]) =>
      ask(bus, onShard(changeCrew, shardOf(gameId)), {
        ...{ gameId, commandId },
        change: { type: 'addCrew', userId: user(userId), name: userId, rights, by: MODERATOR },
      });
    await change('add-cem-1', 'cem', ['judge', 'settings']);
    await change('add-dora-1', 'dora', ['people']);
    await send(bus, gameId, MODERATOR, { type: 'startGame' });
    await send(bus, gameId, MODERATOR, { type: 'completeGame' });
    const requestId = 'once-more-by-cem';
    const next = await create(bus, requestId, user('cem'));
    const playAgain = { type: 'playAgain', requestId } as const;
    await expect(send(bus, gameId, 'dora', playAgain)).rejects.toMatchObject({ code: 'right-missing' });
    const crewOfNext = async () =>
      (await look(bus, next.gameId)).view.crew?.map(({ id, name, rights }) => [id, name, ...rights]);
    expect(await crewOfNext()).toBeUndefined();
    await send(bus, gameId, 'cem', playAgain);
    const crew = [
      [MODERATOR, 'Mo', 'judge', 'people', 'settings'],
      ['cem', 'cem', 'judge', 'settings'],
      ['dora', 'dora', 'people'],
    ];
    expect(await crewOfNext()).toEqual(crew);
    expect((await look(bus, next.gameId)).view).toMatchObject({ moderatorId: MODERATOR, moderatorName: 'Mo' });

    await send(bus, next.gameId, MODERATOR, { type: 'removeCrew', userId: user('dora') });
    await send(bus, gameId, 'cem', playAgain);
    expect(await crewOfNext()).toEqual(crew.slice(0, 2));
  });

  it('shows the name of its room, and takes the room along into the next game', async () => {
    const roomId = '00000000-0000-4000-8000-000000000002' as RoomId;
    const room = { showId: '00000000-0000-4000-8000-000000000001' as ShowId, roomId };
    const { gameId } = await create(bus, roomId, roomActor(roomId));
    const place = (name: string) => ask(bus, onShard(placeInRoom, shardOf(gameId)), { gameId, ...room, name });
    const { version, gameCode: code } = await place('Main hall');
    expect((await place('Main hall')).version).toBe(version);
    expect((await look(bus, gameId, 'player')).view.room).toEqual({ ...room, name: 'Main hall', code });
    const info = await ask(bus, onShard(joinInfo, shardOf(gameId)), { gameId });
    expect(info.room).toBe('Main hall');

    const change = {
      ...{ type: 'addCrew' as const, userId: user('cem'), name: 'Cem' },
      ...{ rights: [...RIGHTS], by: roomActor(roomId) },
    };
    await ask(bus, onShard(changeCrew, shardOf(gameId)), { gameId, commandId: 'add-cem-1', change });
    await send(bus, gameId, 'cem', { type: 'startGame' });
    await send(bus, gameId, 'cem', { type: 'completeGame' });
    const requestId = 'once-more-in-the-hall';
    const next = await create(bus, requestId, user('cem'));
    await send(bus, gameId, 'cem', { type: 'playAgain', requestId });
    const { view } = await look(bus, next.gameId, 'stage');
    expect([view.room, view.moderatorId]).toEqual([{ ...room, name: 'Main hall', code }, roomActor(roomId)]);
  });

  it('adds the crew to the next game when the command is repeated after a crash, and names that game only then', async () => {
    const { gameId } = await create(bus);
    await ask(bus, onShard(changeCrew, shardOf(gameId)), {
      ...{ gameId, commandId: 'add-cem-1' },
      change: { type: 'addCrew', userId: user('cem'), name: 'Cem', rights: ['judge'], by: MODERATOR },
    });
    await send(bus, gameId, MODERATOR, { type: 'completeGame' });
    const next = await create(bus, 'once-more-again');
    const command = {
      ...{ type: 'inheritCrew' as const, creator: MODERATOR },
      members: [
        { userId: MODERATOR, name: 'Mo', rights: [...RIGHTS] },
        { userId: user('cem'), name: 'Cem', rights: ['judge' as const] },
      ],
    };
    // What the replica did before it crashed.
    await ask(bus, onShard(inheritOn, shardOf(next.gameId)), { gameId: next.gameId, from: gameId, command });
    expect((await look(bus, gameId)).view.next).toBeNull();
    await send(bus, gameId, MODERATOR, { type: 'playAgain', requestId: 'once-more-again' });
    expect((await look(bus, gameId)).view.next).toBe(next.gameId);
    expect((await look(bus, next.gameId)).view.crew?.map(({ id }) => id)).toEqual([MODERATOR, 'cem']);
  });

  it('publishes each version once and in order to every kind of view, and returns the same since a version', async () => {
    const { gameId } = await create(bus);
    const received: Record<string, number[]> = {};
    bus.subscribe(gameEventsWildcard(gameId), ({ subject, data }) => {
      const { from, to } = decodeRoleEvents(data);
      for (let version = from; version <= to; version++)
        for (const kind of kindsOf(subject)) (received[kind] ??= []).push(version);
    });
    const joins = Array.from({ length: 20 }, (_, n) =>
      send(bus, gameId, `p-${n}`, { type: 'joinGame', name: `P${n}` }),
    );
    const versions = (await Promise.all(joins)).map(({ version }) => version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
    await eventually(() => expect(received).toEqual({ player: versions, stage: versions, full: versions }));

    const { logId } = await look(bus, gameId);
    const missed = await ask(bus, onShard(since, shardOf(gameId)), { gameId, kind: 'player', logId, version: 15 });
    if (missed.kind !== 'events') throw new Error('expected events');
    expect(missed.items.map((item) => (JSON.parse(item) as { v: number }).v)).toEqual([16, 17, 18, 19, 20, 21]);
    expect(
      await ask(bus, onShard(since, shardOf(gameId)), { gameId, kind: 'player', logId: 'another', version: 15 }),
    ).toEqual({ kind: 'tooOld', logId, version: 21 });
  });

  it('offers a rejoin to the name of a player who left, and refuses unknown games', async () => {
    const { gameId } = await create(bus);
    await send(bus, gameId, 'dee', { type: 'joinGame', name: 'Dee' });
    const info = onShard(joinInfo, shardOf(gameId));
    expect(await ask(bus, info, { gameId, name: 'dEE' })).toMatchObject({ rejoin: false, playerCount: 1 });
    await send(bus, gameId, 'dee', { type: 'leaveGame' });
    expect(await ask(bus, info, { gameId, name: 'dEE' })).toMatchObject({
      rejoin: true,
      status: 'setup',
      playerCount: 0,
      joiningLocked: false,
    });
    await send(bus, gameId, MODERATOR, { type: 'lockJoining', locked: true });
    expect(await ask(bus, info, { gameId })).toMatchObject({ joiningLocked: true });
    await expect(look(bus, 'no-such-game' as typeof gameId)).rejects.toMatchObject({ code: 'game-not-found' });
  });
});
