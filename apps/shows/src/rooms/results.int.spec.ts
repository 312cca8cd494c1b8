import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import * as calls from '@earworm/contracts';
import type { ReplyOf, ShowActor, ShowId } from '@earworm/contracts';
import { GameId, roomActor } from '@earworm/rules';
import { describeWith } from '@earworm/service-kit/testing';
import { actor, OLGA, outcomeOf, row, runEvents, type RunningEvents } from '../testing/running-events.js';

type Page = ReplyOf<typeof calls.listResults>;

describeWith('postgres', 'results of an event', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents();
  });
  beforeEach(() => events.clear());
  afterAll(() => events?.close());

  const page = (showId: ShowId, after?: string, by: ShowActor = OLGA): Promise<Page> =>
    events.bus.call(calls.listResults, { actor: by, showId, ...(after !== undefined && { after }) });

  async function pagesOf(showId: ShowId): Promise<Page['games'][]> {
    const pages: Page['games'][] = [];
    for (let after: string | null | undefined; after !== null;) {
      const { games, next } = await page(showId, after);
      pages.push(games);
      after = next;
    }
    return pages;
  }
  async function readyShow(rooms: number): Promise<ShowId> {
    const showId = await events.showWith(rooms);
    await events.prepare(showId);
    await events.prepared(showId);
    return showId;
  }

  it('hold the games of each room in the order in which they were played, and rooms without one', async () => {
    const showId = await readyShow(2);
    await events.save(showId, [row(3)]);
    const [first, second, third] = await events.rooms(showId);
    const again = GameId.parse('another-round');
    events.games.next.set(first!.gameId!, again);
    const [games = []] = await pagesOf(showId);
    expect(games.map(({ room, round, gameId }) => [room.roomId, round, gameId])).toEqual([
      [first!.roomId, 1, first!.gameId],
      [first!.roomId, 2, again],
      [second!.roomId, 1, second!.gameId],
      [third!.roomId, 0, null],
    ]);
    expect(games.map(({ result }) => result?.standings[0]?.name)).toEqual(['Ada', 'Ada', 'Ada', undefined]);
    // The room asks, which owns its games.
    expect(games[1]?.result?.moderatorName).toBe(roomActor(first!.roomId));
  });

  it('come in pages, also of a room that has more games than a page', async () => {
    const showId = await readyShow(30);
    const rooms = await events.rooms(showId);
    const [first] = rooms;
    for (let n = 1, from = first!.gameId!; n < 25; n += 1) {
      const to = GameId.parse(`round-${n}`);
      events.games.next.set(from, to);
      from = to;
    }
    const pages = await pagesOf(showId);
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 14]);
    const found = pages.flat().map(({ room, round }) => `${room.roomId} ${round}`);
    const wanted = rooms.flatMap(({ roomId }, at) =>
      Array.from({ length: at === 0 ? 25 : 1 }, (_, n) => `${roomId} ${n + 1}`),
    );
    expect(found).toEqual(wanted);
  });

  it('end a page before it is too large for a message', async () => {
    const showId = await readyShow(10);
    events.games.answerLength = 50_000;
    const pages = await pagesOf(showId);
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
  });

  it('name a game whose history is not written yet', async () => {
    const showId = await readyShow(1);
    const [room] = await events.rooms(showId);
    events.games.unwritten.add(room!.gameId!);
    expect((await page(showId)).games).toEqual([
      expect.objectContaining({ round: 1, gameId: room!.gameId, result: null }),
    ]);
  });

  it('answer viewers and administrators, and no other user', async () => {
    const showId = await readyShow(1);
    const viewer = actor('vera');
    await events.staffed(showId, viewer, 'viewer');
    const asked = (by: ShowActor) => outcomeOf(page(showId, undefined, by));
    expect(await asked(viewer)).toBe('ok');
    expect(await asked(actor('anna', { isAdmin: true }))).toBe('ok');
    expect(await asked(actor('eve'))).toBe('event-not-found');
  });
});
