import * as calls from '@earworm/contracts';
import type { Room, ShowId } from '@earworm/contracts';
import { GameId, roomActor } from '@earworm/rules';
import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { STAFF_VIEW, STAGE_KEY } from '../testing/served-games.js';
import { actor, OLGA, outcomeOf, type RunningEvents, runEvents } from '../testing/running-events.js';

const [VERA, EVE, ADMIN] = [actor('vera'), actor('eve'), actor('ada', { isAdmin: true })];

describeWith('postgres', 'a game in a room', () => {
  let events: RunningEvents;
  let showId: ShowId;
  let rooms: Room[];
  beforeAll(async () => {
    events = await runEvents();
  });
  beforeEach(async () => {
    await events.clear();
    showId = await events.showWith(2);
    await events.staffed(showId, VERA, 'viewer');
    await events.prepare(showId);
    await events.prepared(showId);
    rooms = await events.rooms(showId);
  });
  afterAll(() => events?.close());

  const stageKeyFor = (by: typeof OLGA, gameId = rooms[0]!.gameId!) =>
    events.bus.call(calls.roomStageKey, { actor: by, showId, roomId: rooms[0]!.roomId, gameId });

  it('gives all staff and administrators the key of its stage', async () => {
    for (const by of [OLGA, VERA, ADMIN]) expect(await stageKeyFor(by)).toEqual({ stageKey: STAGE_KEY });
    expect(await outcomeOf(stageKeyFor(EVE))).toBe('event-not-found');
    expect(await outcomeOf(stageKeyFor(OLGA, rooms[1]!.gameId!))).toBe('game-not-found');
  });

  const read = (also: Partial<calls.RequestOf<typeof calls.roomTimeline>> = {}) =>
    events.bus.call(calls.roomTimeline, {
      ...{ actor: OLGA, showId, roomId: rooms[0]!.roomId, gameId: rooms[0]!.gameId!, after: 4 },
      ...also,
    });

  it('tells operators its timeline as the room reads it', async () => {
    const user = roomActor(rooms[0]!.roomId);
    const row = { version: 5, type: 'gameStarted', at: 7, user };
    expect(await read()).toEqual({ rows: [row], next: null, staff: [] });
  });

  it('names the members of the staff whose acts its timeline tells', async () => {
    events.games.timelineUser = OLGA.userId;
    expect((await read()).staff).toEqual([{ userId: OLGA.userId, name: OLGA.name }]);
  });

  it('names those of some users who are on its staff, and no one on that of another event', async () => {
    const names = (of: ShowId) =>
      events.bus.call(calls.namesOfStaff, { showId: of, userIds: [VERA.userId, EVE.userId] });
    expect(await names(showId)).toEqual({ staff: [{ userId: VERA.userId, name: VERA.name }] });
    expect(await names(await events.newShow())).toEqual({ staff: [] });
  });

  const staffViewFor = (by: typeof OLGA, gameId = rooms[0]!.gameId!) =>
    events.bus.call(calls.roomStaffView, { actor: by, showId, roomId: rooms[0]!.roomId, gameId });

  it('shows its answer and its players to operators alone', async () => {
    expect(await staffViewFor(OLGA)).toEqual(STAFF_VIEW);
    for (const by of [VERA, ADMIN]) expect(await outcomeOf(staffViewFor(by))).toBe('event-not-operator');
    expect(await outcomeOf(staffViewFor(EVE))).toBe('event-not-found');
    expect(await outcomeOf(staffViewFor(OLGA, rooms[1]!.gameId!))).toBe('game-not-found');
  });

  it('refuses games of other rooms', async () => {
    expect(await outcomeOf(read({ gameId: rooms[1]!.gameId! }))).toBe('game-not-found');
    expect(await outcomeOf(read({ gameId: GameId.parse('another') }))).toBe('game-not-found');
  });

  it('needs an operator of the event', async () => {
    expect(await outcomeOf(read({ actor: VERA }))).toBe('event-not-operator');
    expect(await outcomeOf(read({ actor: ADMIN }))).toBe('event-not-operator');
    expect(await outcomeOf(read({ actor: EVE }))).toBe('event-not-found');
  });
});
