import { randomUUID } from 'node:crypto';
import * as calls from '@earworm/contracts';
import type { Room, RoomAct, ShowId } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { actor, OLGA, outcomeOf, type RunningEvents, runEvents } from '../testing/running-events.js';

const [VERA, EVE, ADMIN] = [actor('vera'), actor('eve'), actor('ada', { isAdmin: true })];

describeWith('postgres', 'acts of operators in rooms', () => {
  let events: RunningEvents;
  let showId: ShowId;
  let room: Room;
  beforeAll(async () => {
    events = await runEvents();
  });
  beforeEach(async () => {
    await events.clear();
    showId = await events.showWith(1);
    await events.staffed(showId, VERA, 'viewer');
    await events.prepare(showId);
    await events.prepared(showId);
    [room] = (await events.rooms(showId)) as [Room];
    events.games.crews.length = 0;
  });
  afterAll(() => events?.close());

  const act = (wanted: RoomAct, also: Partial<calls.RequestOf<typeof calls.actInRoom>> = {}) =>
    events.bus.call(calls.actInRoom, {
      ...{ actor: OLGA, showId, roomId: room.roomId, after: room.gameId!, commandId: randomUUID(), act: wanted },
      ...also,
    });
  const LOCK = { type: 'lockJoining', locked: true } as const;

  it.each([
    [
      { type: 'takeOver', reason: 'Their laptop died' },
      { type: 'operatorTakesOver', userId: 'olga', name: 'olga', reason: 'Their laptop died' },
    ],
    [
      { type: 'help', reason: 'They called' },
      { type: 'operatorHelps', userId: 'olga', name: 'olga', reason: 'They called' },
    ],
    [{ type: 'solveHelp' }, { type: 'solveHelp', by: 'olga' }],
  ] as const)('bring the operator into the crew of the game by %j', async (wanted, change) => {
    const commandId = randomUUID();
    expect(await act(wanted, { commandId })).toEqual({ gameId: room.gameId });
    expect(events.games.crews).toEqual([{ gameId: room.gameId, commandId, change }]);
    expect(events.games.staffActs).toEqual([]);
  });

  it.each([
    LOCK,
    ...(['holdStart', 'releaseStart', 'pauseGame', 'resumeGame', 'completeGame', 'reopenGame'] as const).map(
      (type) => ({ type }),
    ),
  ])('carry the operator as staff of the event into the game by %j', async (command) => {
    const commandId = randomUUID();
    await act(command, { commandId });
    const staff = { showId, userId: 'olga' };
    expect(events.games.staffActs).toEqual([{ gameId: room.gameId, commandId, staff, command }]);
  });

  it('give the desk to a member of the crew as staff of the event', async () => {
    const command = { type: 'giveDesk', userId: EVE.userId, reason: 'Cem went home' } as const;
    await act(command);
    expect(events.games.staffActs).toMatchObject([{ staff: { showId, userId: 'olga' }, command }]);
  });

  it('fail once another game is played in the room', async () => {
    events.games.next.set(room.gameId!, calls.GameIdSchema.parse('the-next-game'));
    expect(await outcomeOf(act(LOCK))).toBe('round-moved');
    expect(events.games.staffActs).toEqual([]);
  });

  it('tell one of two operators who end a game at once that it is over', async () => {
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(act({ type: 'completeGame' }))));
    expect(outcomes.sort()).toEqual(['game-ended', 'ok']);
  });

  it('end a game that another operator resumes at the same time, whichever comes first', async () => {
    for (const order of [['completeGame', 'resumeGame'] as const, ['resumeGame', 'completeGame'] as const]) {
      events.games.over.clear();
      const [first, second] = await Promise.all(order.map((type) => outcomeOf(act({ type }))));
      const [completed, resumed] = order[0] === 'completeGame' ? [first, second] : [second, first];
      expect(completed).toBe('ok');
      expect(['ok', 'game-ended']).toContain(resumed);
      expect(await outcomeOf(act({ type: 'resumeGame' }))).toBe('game-ended');
    }
  });

  it('need a room of the event that has its game', async () => {
    const other = await events.showWith(1);
    expect(await outcomeOf(act(LOCK, { showId: other }))).toBe('room-not-found');
    const [unready] = (await events.rooms(other)) as [Room];
    expect(await outcomeOf(act(LOCK, { showId: other, roomId: unready.roomId }))).toBe('room-not-ready');
  });

  it('need an operator of the event at the moment of the act', async () => {
    expect(await outcomeOf(act(LOCK, { actor: VERA }))).toBe('event-not-operator');
    expect(await outcomeOf(act(LOCK, { actor: EVE }))).toBe('event-not-found');
    expect(await outcomeOf(act(LOCK, { actor: ADMIN }))).toBe('event-not-found');
    await events.staffed(showId, EVE, 'operator');
    expect(await outcomeOf(act(LOCK, { actor: EVE }))).toBe('ok');
    await events.bus.call(calls.removeStaff, { actor: OLGA, showId, memberId: EVE.userId });
    expect(await outcomeOf(act(LOCK, { actor: EVE }))).toBe('event-not-found');
  });
});
