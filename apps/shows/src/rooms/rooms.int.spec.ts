import { randomUUID } from 'node:crypto';
import * as calls from '@earworm/contracts';
import { RoomId, RoomRow, SHOW_LIMITS } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { actor, OLGA, outcomeOf, row, type RunningEvents, runEvents } from '../testing/running-events.js';

describeWith('postgres', 'rooms of an event', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents();
  });
  beforeEach(() => events.clear());
  afterAll(() => events?.close());

  const remove = (showId: calls.ShowId, roomId: RoomId) =>
    events.bus.call(calls.removeRoom, { actor: OLGA, showId, roomId });

  it('change by the same file only where a row differs', async () => {
    const showId = await events.newShow();
    const rows = [1, 2, 3].map((n) => row(n, { group: 'Balcony', crewEmails: ['a@example.org'], startsAt: 4e12 }));
    expect(await events.save(showId, rows)).toEqual({ added: 3, changed: 0, unchanged: 0 });
    const before = await events.rooms(showId);
    expect(await events.save(showId, rows)).toEqual({ added: 0, changed: 0, unchanged: 3 });
    expect(await events.save(showId, [rows[0]!, { ...rows[1]!, name: 'Garden' }, row(4)])).toEqual({
      ...{ added: 1, changed: 1, unchanged: 1 },
    });
    const after = await events.rooms(showId);
    expect(after).toEqual([
      ...before.map((room) => (room.number === 2 ? { ...room, name: 'Garden' } : room)),
      after[3],
    ]);
    expect(after[3]).toEqual({
      ...{ ...row(4), roomId: expect.any(String), group: '', templateId: null, laterTemplateIds: [] },
      ...{ language: null, startsAt: null },
      ...{ crewEmails: [], teams: [], state: 'planned', code: null, gameId: null, gameCode: null, mailedAt: null },
    });
  });

  it('reach viewers without the addresses of the crew', async () => {
    const showId = await events.newShow();
    await events.save(showId, [row(1, { crewEmails: ['a@example.org'] })]);
    const vera = actor('vera');
    await events.staffed(showId, vera, 'viewer');
    expect((await events.rooms(showId, OLGA))[0]?.crewEmails).toEqual(['a@example.org']);
    expect((await events.rooms(showId, vera))[0]?.crewEmails).toEqual([]);
  });

  it('exist once after several operators have sent the same page at once', async () => {
    const showId = await events.newShow();
    const rows = [1, 2, 3, 4].map((n) => row(n));
    const saved = await Promise.all([events.save(showId, rows), events.save(showId, rows), events.save(showId, rows)]);
    expect(saved.map(({ added }) => added).toSorted()).toEqual([0, 0, 4]);
    expect(await events.rooms(showId)).toHaveLength(4);
  });

  it('come all or none: one row too many or an id that occurs twice keeps the whole page out', async () => {
    const showId = await events.newShow({ peoplePerRoom: 1 });
    const rows = Array.from({ length: 31 }, (_, n) => row(n + 1));
    await expect(events.save(showId, rows)).rejects.toMatchObject({ code: 'event-rooms-full', params: { n: 30 } });
    const twice = [row(1), row(2, { ownId: ' row-1\u0000' })];
    await expect(events.save(showId, twice)).rejects.toMatchObject({ code: 'room-id-twice', params: { id: 'row-1' } });
    expect(await events.rooms(showId)).toEqual([]);
  });

  it('number up to 2,000, and are listed in pages by number', async () => {
    const showId = await events.newShow({ peoplePerRoom: 1 });
    await events.bus.call(calls.setShowQuota, { showId, quota: { rooms: 2_000, people: 100_000 } });
    for (let from = 0; from < 2_000; from += SHOW_LIMITS.rowsPerRequest)
      await events.save(
        showId,
        Array.from({ length: SHOW_LIMITS.rowsPerRequest }, (_, n) => row(2_000 - from - n)),
      );
    expect(await outcomeOf(events.save(showId, [row(2_001)]))).toBe('event-rooms-full');
    const rooms = await events.rooms(showId);
    expect(rooms.map(({ number }) => number)).toEqual(Array.from({ length: 2_000 }, (_, n) => n + 1));
    expect(calls.ShowQuota.safeParse({ rooms: 2_001, people: 1 }).success).toBe(false);
  });

  it('appear once each across pages, also when they share a number', async () => {
    const showId = await events.newShow({ peoplePerRoom: 1 });
    await events.bus.call(calls.setShowQuota, { showId, quota: { rooms: 500, people: 1_000 } });
    for (const page of [0, 1])
      await events.save(
        showId,
        Array.from({ length: 250 }, (_, n) => row(page * 250 + n + 1, { number: 7 })),
      );
    const rooms = await events.rooms(showId);
    expect(new Set(rooms.map(({ ownId }) => ownId)).size).toBe(500);
    expect(rooms).toHaveLength(500);
  });

  it.each([
    ['a name of 41 characters', { name: 'x'.repeat(41) }, 'room-name-too-long'],
    ['a name of 200 characters', { name: '🎸'.repeat(200) }, 'room-name-too-long'],
    ['a name without a visible character', { name: ' \u0000\t' }, 'room-name-required'],
    ['an id without a visible character', { ownId: ' ' }, undefined],
    ['no number', { number: 0 }, undefined],
    ['an e-mail address that is none', { crewEmails: ['nobody'] }, undefined],
  ] as const)('refuse %s', (_, also, code) => {
    const parsed = RoomRow.safeParse({ ...row(1), ...also });
    expect(parsed.success).toBe(false);
    if (code !== undefined) expect(parsed.error?.issues.map(({ message }) => message)).toContain(code);
  });

  it.each(['x'.repeat(40), '👩‍👩‍👧‍👦'.repeat(3), '=cmd|calc', 'אולם ראשי', '🎸'.repeat(40)])(
    'keep the name %j as it was typed',
    async (name) => {
      const showId = await events.newShow();
      await events.save(showId, [RoomRow.parse({ ...row(1), name })]);
      expect((await events.rooms(showId))[0]?.name).toBe(name);
    },
  );

  it('keep the teams of their rows, which change like other columns', async () => {
    const showId = await events.newShow();
    const teams = [{ name: ' Reds ', key: 'R1' }, { name: 'Blues' }];
    await events.save(showId, [row(1, { teams }), row(2)]);
    const clean = [{ name: 'Reds', key: 'R1' }, { name: 'Blues' }];
    expect((await events.rooms(showId)).map((room) => room.teams)).toEqual([clean, []]);
    expect(await events.save(showId, [row(1, { teams }), row(2)])).toMatchObject({ unchanged: 2 });
    // Pages of earlier releases know of no teams.
    expect(await events.save(showId, [row(1), row(2)])).toMatchObject({ unchanged: 2 });
    expect(await events.save(showId, [row(1, { name: 'Garden' })])).toMatchObject({ changed: 1 });
    expect((await events.rooms(showId))[0]).toMatchObject({ name: 'Garden', teams: clean });
    expect(await events.save(showId, [row(1, { teams: [{ name: 'Reds' }] })])).toMatchObject({ changed: 1 });
    expect((await events.rooms(showId))[0]?.teams).toEqual([{ name: 'Reds' }]);
    expect(await events.save(showId, [row(1, { teams: [] })])).toMatchObject({ changed: 1 });
    expect((await events.rooms(showId))[0]?.teams).toEqual([]);
  });

  it.each([
    ['two teams of one name', [{ name: 'Reds' }, { name: 'Rеds' }], 'team-name-taken'],
    [
      'two teams of one key',
      [
        { name: 'Reds', key: 'a' },
        { name: 'Blues', key: 'A' },
      ],
      'team-key-taken',
    ],
    ['a team without a name', [{ name: ' ' }], 'name-required'],
    ['a word that the event does not allow', [{ name: 'Hoppla' }], 'name-blocked'],
    ['a sign that lists of teams need', [{ name: 'a|b' }], 'team-name-signs'],
  ])('keep what they have when a page has a row with %s', async (_, teams, code) => {
    const showId = await events.newShow({ settings: { blockedNames: ['hoppla'] } });
    await events.save(showId, [row(1, { teams: [{ name: 'Owls' }] })]);
    expect(await outcomeOf(events.save(showId, [row(1, { teams }), row(2)]))).toBe(code);
    expect((await events.rooms(showId)).map((room) => room.teams)).toEqual([[{ name: 'Owls' }]]);
  });

  it('fill smaller pages when they have many teams with long names', async () => {
    const showId = await events.newShow({ peoplePerRoom: 1 });
    const teams = Array.from({ length: 100 }, (_, n) => ({ name: `${n}${'🇫🇷'.repeat(17)}`, key: `${n}`.repeat(13) }));
    for (const from of [0, 10, 20])
      await events.save(
        showId,
        Array.from({ length: 10 }, (_, n) => row(from + n + 1, { teams })),
      );
    const first = await events.bus.call(calls.listRooms, { actor: OLGA, showId });
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(700_000);
    expect(first.next).not.toBeNull();
    expect((await events.rooms(showId)).map(({ number }) => number)).toEqual(
      Array.from({ length: 30 }, (_, n) => n + 1),
    );
  });

  it('disappear once removed, and those of another event stay', async () => {
    const showId = await events.showWith(2);
    const other = await events.showWith(1);
    const [first] = await events.rooms(showId);
    const [foreign] = await events.rooms(other);
    for (const roomId of [first!.roomId, first!.roomId, foreign!.roomId, RoomId.parse(randomUUID())])
      await remove(showId, roomId);
    expect((await events.rooms(showId)).map(({ number }) => number)).toEqual([2]);
    expect(await events.rooms(other)).toHaveLength(1);
  });
});
