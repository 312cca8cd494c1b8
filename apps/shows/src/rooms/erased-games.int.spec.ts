import * as calls from '@earworm/contracts';
import { ShowId } from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { OLGA, outcomeOf, type RunningEvents, runEvents } from '../testing/running-events.js';

describeWith('postgres', 'erased games of rooms', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents();
  });
  beforeEach(() => events.clear());
  afterAll(() => events?.close());

  async function readyShow(rooms: number): Promise<ShowId> {
    const showId = await events.showWith(rooms, { templateId: calls.TemplateId.parse('template-1') });
    await events.prepare(showId);
    await events.prepared(showId);
    return showId;
  }
  const erase = (...gameIds: GameId[]) => events.bus.call(calls.eraseInShows, { gameIds });
  const results = async (showId: ShowId) =>
    (await events.bus.call(calls.listResults, { actor: OLGA, showId })).games.map(({ round, gameId }) => [
      round,
      gameId,
    ]);

  it('leave a room that names the reason, without links, and the other rooms as they were', async () => {
    const showId = await readyShow(2);
    const [first, second] = await events.rooms(showId);
    const linkTo = ({ roomId }: { roomId: calls.RoomId }) =>
      events.bus.call(calls.createRoomLink, { actor: OLGA, showId, roomId });
    const [gone, kept] = [await linkTo(first!), await linkTo(second!)];
    for (let times = 0; times < 2; times++) await erase(first!.gameId!);
    expect(await events.rooms(showId)).toEqual([
      { ...first, state: 'failed', code: 'game-erased', gameId: null, gameCode: null },
      second,
    ]);
    const outcomes = [gone, kept].map(({ linkId, secret }) =>
      outcomeOf(events.bus.call(calls.lookAtCrewLink, { linkId, secret })),
    );
    expect(await Promise.all(outcomes)).toEqual(['crew-link-unknown', 'ok']);
    expect(await results(showId)).toEqual([
      [0, null],
      [1, second!.gameId],
    ]);
  });

  it('end the games of a room when one that followed was erased', async () => {
    const showId = await readyShow(1);
    const [room] = await events.rooms(showId);
    const next = GameId.parse('another-round');
    events.games.next.set(room!.gameId!, next);
    events.games.gone.add(next);
    expect(await results(showId)).toEqual([[1, room!.gameId]]);
  });

  it('hide neither results nor outdated rooms of the others while a room still refers to one', async () => {
    const showId = await readyShow(2);
    const [first, second] = await events.rooms(showId);
    events.games.gone.add(first!.gameId!);
    expect(await results(showId)).toEqual([
      [0, null],
      [1, second!.gameId],
    ]);
    for (const template of events.games.templates) events.games.versions.set(template as calls.TemplateId, 2);
    const { rooms } = await events.bus.call(calls.listOutdatedRooms, { actor: OLGA, showId });
    expect(rooms).toMatchObject([{ roomId: second!.roomId }]);
  });

  it('name the events that there are, also a deleted one that may be restored', async () => {
    const [kept, deleted] = [await events.newShow(), await events.newShow()];
    await events.bus.call(calls.deleteShow, { actor: OLGA, showId: deleted });
    const unknown = ShowId.parse('0b2f4a5e-6c1d-4e8f-9a3b-7d5c1e2f3a4b');
    const { showIds } = await events.bus.call(calls.existingShows, { showIds: [kept, deleted, unknown] });
    expect(showIds.toSorted()).toEqual([kept, deleted].toSorted());
    expect(await events.bus.call(calls.existingShows, { showIds: [] })).toEqual({ showIds: [] });
  });
});
