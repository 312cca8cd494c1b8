import { randomUUID } from 'node:crypto';
import * as calls from '@earworm/contracts';
import { SHOW_LIMITS, ShowId } from '@earworm/contracts';
import { ObjectStoreUnavailableError } from '@earworm/service-kit/objects';
import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import {
  actor,
  facts,
  inDays,
  OLGA,
  outcomeOf,
  row,
  type RunningEvents,
  runEvents,
} from '../testing/running-events.js';

const newId = () => ShowId.parse(randomUUID());
const ADMIN = actor('ada', { isAdmin: true });
const VERA = actor('vera');
const OTTO = actor('otto');

describeWith('postgres', 'events', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents();
  });
  beforeEach(() => events.clear());
  afterAll(() => events?.close());

  const create = (showId: ShowId, by = OLGA, also: Parameters<typeof facts>[0] = {}) =>
    events.bus.call(calls.createShow, { actor: by, showId, facts: facts(also) });
  const ofShow = (showId: ShowId, by = OLGA) => ({ actor: by, showId });
  const setDeleted = (showId: ShowId, ageMs: number) =>
    events.source.query('update show set deleted_at = $2 where show_id = $1', [showId, new Date(Date.now() - ageMs)]);

  it('creates an event once for a repeated request, and not under the id of another account', async () => {
    const showId = newId();
    const made = await Promise.all([create(showId), create(showId), create(showId)]);
    expect(made).toEqual(Array(3).fill({ showId, version: 1 }));
    expect(await outcomeOf(create(showId, VERA))).toBe('id-taken');
    expect(await events.read(showId)).toMatchObject({
      ...{ version: 1, role: 'operator', isOpen: true, deletedAt: null, quota: { rooms: 30, people: 600 } },
      facts: { name: 'Quiz night', place: '', language: null, settings: {}, colours: null, keepDays: 90 },
      staff: [{ userId: 'olga', name: 'olga', role: 'operator', isOwner: true }],
    });
  });

  it('keeps texts without control characters, and every field as it was written', async () => {
    const written = {
      ...{ name: ' Pub\u0000 quiz\u202E ', place: 'מועדון', language: 'de', keepDays: 7, timeTrialMode: true },
      settings: { attempts: 'once' as const },
      colours: { text: '#ffffff', background: '#123456' },
    };
    const showId = await events.newShow(written);
    const { facts: read } = await events.read(showId);
    expect(read).toMatchObject({ ...written, name: 'Pub quiz' });
  });

  it('shows name and colours to everybody who knows the id, until the event is deleted', async () => {
    const colours = { text: '#ffffff', background: '#123456' };
    const showId = await events.newShow({ name: 'Quiz night', colours, place: 'Lyon' });
    const brand = () => events.bus.call(calls.showBrand, { showId });
    expect(await brand()).toEqual({ name: 'Quiz night', colours, logo: null });
    await events.bus.call(calls.deleteShow, ofShow(showId));
    expect(await outcomeOf(brand())).toBe('event-not-found');
    await events.bus.call(calls.restoreShow, ofShow(showId));
    expect(await brand()).toMatchObject({ name: 'Quiz night' });
    expect(await outcomeOf(events.bus.call(calls.showBrand, { showId: newId() }))).toBe('event-not-found');
  });

  it('refuses colours without contrast, a start in the past, an unknown time zone, too many people, and guests', async () => {
    const parse = (also: object) => calls.ShowFacts.safeParse({ ...facts(), ...also }).error?.issues[0]?.message;
    expect(parse({ colours: { text: '#777777', background: '#888888' } })).toBe('event-colours');
    expect(parse({ name: ' \u0007 ' })).toBe('event-name-required');
    expect(parse({ timeZone: 'Europe/Atlantis' })).toContain('time zone');
    expect(await outcomeOf(create(newId(), OLGA, { startsAt: inDays(-2) }))).toBe('event-start-past');
    expect(await outcomeOf(create(newId(), OLGA, { peoplePerRoom: 601 }))).toBe('event-people-full');
    expect(await outcomeOf(create(newId(), actor('gus', { isGuest: true })))).toBe('event-account-required');
  });

  it('gives an account two open events, however many are created at once, and an administrator more', async () => {
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(create(newId()))));
    expect(outcomes.toSorted()).toEqual(['event-limit', 'event-limit', 'event-limit', 'event-limit', 'ok', 'ok']);
    for (let n = 0; n < 3; n += 1) await create(newId(), ADMIN);
    await events.source.query(`update show set starts_at = now() - interval '2 days' where owner_id = 'olga'`);
    expect(await outcomeOf(create(newId()))).toBe('ok');
  });

  it('lets an account create five events a day, also when it deletes them', async () => {
    const createAndDelete = async () => {
      const showId = newId();
      await create(showId);
      await events.bus.call(calls.deleteShow, ofShow(showId));
    };
    for (let n = 0; n < SHOW_LIMITS.perDay; n += 1) await createAndDelete();
    expect(await outcomeOf(createAndDelete())).toBe('event-limit-today');
    await events.source.query(`update show set created_at = now() - interval '25 hours'`);
    expect(await outcomeOf(createAndDelete())).toBe('ok');
  });

  it('keeps at most twenty events of an account, with past ones', async () => {
    for (let n = 0; n < SHOW_LIMITS.keptPerAccount; n += 1) {
      await create(newId());
      await events.source.query(
        `update show set starts_at = now() - interval '2 days', created_at = now() - interval '2 days'`,
      );
    }
    expect(await outcomeOf(create(newId()))).toBe('event-limit');
  });

  it('saves a change based on the newest version, and the same facts again without a new one', async () => {
    const startsAt = inDays(3);
    const showId = await events.newShow({ startsAt });
    const save = (basedOn: number, also: Parameters<typeof facts>[0]) =>
      events.bus.call(calls.saveShow, { ...ofShow(showId), basedOn, facts: facts({ startsAt, ...also }) });
    expect(await save(1, { name: 'Finals' })).toEqual({ version: 2 });
    expect(await save(1, { name: 'Finals' })).toEqual({ version: 2 });
    expect(await outcomeOf(save(1, { name: 'Semifinals' }))).toBe('event-changed');
    expect(await outcomeOf(save(2, { name: 'Finals', startsAt: inDays(-2) }))).toBe('event-start-past');
    expect((await events.read(showId)).facts.name).toBe('Finals');
  });

  it('saves an event of last week, which stays closed, unless its start is moved', async () => {
    const showId = await events.newShow();
    await events.source.query(`update show set starts_at = now() - interval '7 days'`);
    const { facts: past, isOpen } = await events.read(showId);
    expect(isOpen).toBe(false);
    const save = (basedOn: number, changed: calls.ShowFacts) =>
      events.bus.call(calls.saveShow, { ...ofShow(showId), basedOn, facts: changed });
    await save(1, { ...past, name: 'Last week' });
    expect(await outcomeOf(events.prepare(showId))).toBe('event-over');
    await save(2, { ...past, startsAt: inDays(1) });
    expect(await outcomeOf(events.prepare(showId))).toBe('ok');
  });

  it('counts rooms times people against the quota, which an administrator raises', async () => {
    const showId = await events.newShow({ peoplePerRoom: 100 });
    await events.save(
      showId,
      [1, 2, 3, 4, 5, 6].map((n) => row(n)),
    );
    expect(await outcomeOf(events.save(showId, [row(7)]))).toBe('event-people-full');
    await events.bus.call(calls.setShowQuota, { showId, quota: { rooms: 7, people: 10_000 } });
    expect(await events.save(showId, [row(7)])).toMatchObject({ added: 1 });
    expect(await outcomeOf(events.save(showId, [row(8)]))).toBe('event-rooms-full');
    expect(
      await outcomeOf(events.bus.call(calls.setShowQuota, { showId: newId(), quota: { rooms: 7, people: 7 } })),
    ).toBe('event-not-found');
  });

  it('exists for its staff only: others learn nothing, viewers change nothing, administrators read', async () => {
    const showId = await events.newShow();
    await events.save(showId, [row(1)]);
    await events.staffed(showId, VERA, 'viewer');
    const [room] = await events.rooms(showId);
    const { roomId } = room!;
    const acts = (by: calls.ShowActor) => ({
      save: events.bus.call(calls.saveShow, { ...ofShow(showId, by), basedOn: 1, facts: facts({ name: by.name }) }),
      rooms: events.save(showId, [row(1, { name: by.name })], by),
      removeRoom: events.bus.call(calls.removeRoom, { ...ofShow(showId, by), roomId }),
      link: events.bus.call(calls.createRoomLink, { ...ofShow(showId, by), roomId }),
      prepare: events.prepare(showId, by),
      stop: events.stop(showId, by),
      retry: events.retry(showId, by),
      invite: events.bus.call(calls.inviteStaff, { ...ofShow(showId, by), role: 'viewer' }),
      removeStaff: events.bus.call(calls.removeStaff, { ...ofShow(showId, by), memberId: OLGA.userId }),
      delete: events.bus.call(calls.deleteShow, ofShow(showId, by)),
      restore: events.bus.call(calls.restoreShow, ofShow(showId, by)),
    });
    const outcomes = async (by: calls.ShowActor) => [
      ...new Set(await Promise.all(Object.values(acts(by)).map((each: Promise<unknown>) => outcomeOf(each)))),
    ];
    expect(await outcomes(VERA)).toEqual(['event-not-operator']);
    expect(await outcomes(OTTO)).toEqual(['event-not-found']);
    expect(await outcomes(ADMIN)).toEqual(['event-not-found']);
    const reads = (by: calls.ShowActor) =>
      Promise.all([events.read(showId, by), events.rooms(showId, by)].map((each: Promise<unknown>) => outcomeOf(each)));
    expect([await reads(VERA), await reads(ADMIN)]).toEqual([
      ['ok', 'ok'],
      ['ok', 'ok'],
    ]);
    expect(await reads(OTTO)).toEqual(['event-not-found', 'event-not-found']);
    expect((await events.read(showId)).facts.name).toBe('Quiz night');
  });

  it('lists the events of a person with their role and the progress of the rooms, and all events for administrators', async () => {
    const [later, sooner] = [await events.newShow({ startsAt: inDays(9) }), await events.newShow({ name: 'Finals' })];
    await events.save(sooner, [row(1), row(2)]);
    await events.staffed(sooner, VERA, 'viewer');
    const listOf = async (by: calls.ShowActor) => (await events.bus.call(calls.listShows, { actor: by })).shows;
    expect((await listOf(OLGA)).map(({ showId }) => showId)).toEqual([later, sooner]);
    expect(await listOf(VERA)).toEqual([
      {
        ...{ showId: sooner, name: 'Finals', startsAt: expect.any(Number), timeZone: 'Europe/Berlin', place: '' },
        ...{ role: 'viewer', counts: { planned: 2, preparing: 0, ready: 0, failed: 0 }, deletedAt: null },
      },
    ]);
    expect(await listOf(OTTO)).toEqual([]);
    const { shows } = await events.bus.call(calls.listAllShows, {});
    expect(shows.map(({ showId, role }) => [showId, role])).toEqual([
      [later, null],
      [sooner, null],
    ]);
  });

  it('takes a deletion back for a day, and changes nothing meanwhile', async () => {
    const showId = await events.showWith(1);
    for (let n = 0; n < 2; n += 1) await events.bus.call(calls.deleteShow, ofShow(showId));
    expect((await events.read(showId)).deletedAt).toEqual(expect.any(Number));
    expect(await outcomeOf(events.save(showId, [row(2)]))).toBe('event-deleted');
    expect(await outcomeOf(events.prepare(showId))).toBe('event-deleted');
    await events.bus.call(calls.restoreShow, ofShow(showId));
    expect(await events.rooms(showId)).toHaveLength(1);

    await setDeleted(showId, SHOW_LIMITS.restoreMs + 1_000);
    expect(await outcomeOf(events.bus.call(calls.restoreShow, ofShow(showId)))).toBe('event-not-found');
    expect((await events.bus.call(calls.listShows, { actor: OLGA })).shows).toEqual([]);
  });

  it('restores no third open event', async () => {
    const showId = await events.newShow();
    await events.bus.call(calls.deleteShow, ofShow(showId));
    await events.newShow();
    await events.newShow();
    expect(await outcomeOf(events.bus.call(calls.restoreShow, ofShow(showId)))).toBe('event-limit');
  });

  it('keeps an event, with its rooms, until the game service has noted its games', async () => {
    const [first, second] = [await events.showWith(1), await events.showWith(1)];
    await events.source.query(`update show set starts_at = now() - interval '91 days'`);
    events.games.beforeErasing = ({ showId }) => {
      if (showId === first) throw new calls.RefusedError('unavailable');
    };
    await expect(events.sweep()).rejects.toMatchObject({ code: 'unavailable' });
    const left = () => events.source.query<unknown[]>('select show_id from show join room using (show_id)');
    expect(await left()).toEqual([{ show_id: first }]);
    expect(events.games.erased).toEqual([second]);
    events.games.beforeErasing = () => undefined;
    expect(await events.sweep()).toBe(1);
    expect([await left(), events.games.erased]).toEqual([[], [second, first]]);
  });

  it('keeps an event while its id cannot be noted outside the database', async () => {
    await events.showWith(1);
    await events.source.query(`update show set starts_at = now() - interval '91 days'`);
    const put = jest.spyOn(events.objects, 'put').mockRejectedValue(new ObjectStoreUnavailableError('down'));
    await expect(events.sweep()).rejects.toThrow('down');
    put.mockRestore();
    expect(await events.source.query('select from show join room using (show_id)')).toHaveLength(1);
    expect(await events.sweep()).toBe(1);
  });

  it('erases an event again that a restore has brought back, but none that was created later under its id', async () => {
    const [showId, kept] = [await events.newShow(), await events.newShow()];
    await setDeleted(showId, SHOW_LIMITS.restoreMs + 1_000);
    const [row] = await events.source.query<{ show: object }[]>(
      'select to_jsonb(show) as show from show where show_id = $1',
      [showId],
    );
    await events.sweep();
    const restored = { ...row!.show, deleted_at: null };
    const insert = (show: object) =>
      events.source.query('insert into show select * from jsonb_populate_record(null::show, $1::jsonb)', [
        JSON.stringify(show),
      ]);
    await insert(restored);
    expect(await events.sweep()).toBe(1);
    await insert({ ...restored, created_at: new Date(Date.now() + 60_000) });
    expect(await events.sweep()).toBe(0);
    const left = await events.source.query<{ show_id: ShowId }[]>('select show_id from show');
    expect(left.map(({ show_id }) => show_id).toSorted()).toEqual([showId, kept].toSorted());
  });

  it('keeps an event that is to be kept longer by the moment in which it is erased', async () => {
    const showId = await events.newShow();
    await events.source.query(`update show set starts_at = now() - interval '91 days'`);
    const operator = await events.source.createQueryRunner();
    await operator.startTransaction();
    await operator.query('update show set keep_days = 365 where show_id = $1', [showId]);
    const sweeping = events.sweep();
    await operator.commitTransaction();
    await operator.release();
    expect([await sweeping, events.games.erased]).toEqual([0, []]);
  });

  it('erases an event, with its games, whose days an operator has shortened so that they ended yesterday', async () => {
    const [showId, kept] = [await events.showWith(1), await events.showWith(1)];
    await events.source.query(`update show set starts_at = now() - interval '3 days'`);
    expect([await events.sweep(), events.games.erased]).toEqual([0, []]);
    const save = async (basedOn: number, keepDays: number) => {
      const { facts: past } = await events.read(showId);
      await events.bus.call(calls.saveShow, { ...ofShow(showId), basedOn, facts: { ...past, keepDays } });
    };
    const { version } = await events.read(showId);
    await save(version, 4);
    expect(await events.sweep()).toBe(0);
    await save(version + 1, 2);
    expect([await events.sweep(), events.games.erased]).toEqual([1, [showId]]);
    expect(await outcomeOf(events.read(showId))).toBe('event-not-found');
    expect(await events.rooms(kept)).toHaveLength(1);
  });

  it('erases an event once that is deleted twice at once, and that two replicas erase at once', async () => {
    const [showId, kept] = [await events.showWith(1), await events.showWith(1)];
    const remove = () => events.bus.call(calls.deleteShow, ofShow(showId));
    await Promise.all([remove(), remove()]);
    await setDeleted(showId, SHOW_LIMITS.restoreMs + 1_000);
    const counts = await Promise.all([events.sweep(), events.sweep()]);
    expect([counts[0] + counts[1], events.games.erased]).toEqual([1, [showId]]);
    expect(await events.rooms(kept)).toHaveLength(1);
  });

  it('erases an event with its rooms and staff a day after its deletion, or when its days are over', async () => {
    const kept = await events.showWith(1);
    const deleted = await events.showWith(1);
    await setDeleted(deleted, SHOW_LIMITS.restoreMs + 1_000);
    expect(await events.sweep()).toBe(1);
    await events.staffed(kept, VERA, 'viewer');
    const [room] = await events.rooms(kept);
    await events.source.query(
      `insert into attention (attention_id, show_id, room_id, kind, since) values (gen_random_uuid(), $1, $2, 'help', now())`,
      [kept, room!.roomId],
    );
    await events.source.query(
      `insert into bulk_act (job_id, show_id, act, asked_by, asked_at) values ('job-0001', $1, '{"type":"pauseGame"}', 'olga', now())`,
      [kept],
    );
    const left = async () =>
      Promise.all(
        ['show', 'staff', 'staff_invite', 'room', 'attention', 'bulk_act'].map(
          async (table) => (await events.source.query(`select show_id from ${table}`)).length,
        ),
      );
    expect(await left()).toEqual([1, 2, 1, 1, 1, 1]);
    await events.source.query(`update show set starts_at = now() - interval '91 days'`);
    expect(await events.sweep()).toBe(1);
    expect(await left()).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describeWith('postgres', 'staff of events', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents();
  });
  beforeEach(() => events.clear());
  afterAll(() => events?.close());

  const invite = (showId: ShowId, role: calls.StaffRole = 'operator', by = OLGA) =>
    events.bus.call(calls.inviteStaff, { actor: by, showId, role });
  const join = ({ inviteId, secret }: { inviteId: string; secret: string }, by: calls.ShowActor) =>
    events.bus.call(calls.joinStaff, { actor: by, inviteId, secret });
  const remove = (showId: ShowId, who: calls.ShowActor, by = OLGA) =>
    events.bus.call(calls.removeStaff, { actor: by, showId, memberId: who.userId });
  const rolesOf = async (showId: ShowId) =>
    Object.fromEntries((await events.read(showId)).staff.map(({ userId, role }) => [userId, role]));

  it('one account joins by an invitation, and may repeat it', async () => {
    const showId = await events.newShow();
    const link = await invite(showId);
    const outcomes = await Promise.all([VERA, OTTO].map((each) => outcomeOf(join(link, each))));
    expect(outcomes.toSorted()).toEqual(['event-invite-unknown', 'ok']);
    const [used, late] = outcomes[0] === 'ok' ? [VERA, OTTO] : [OTTO, VERA];
    expect(await join(link, used)).toEqual({ showId, role: 'operator' });
    expect(await outcomeOf(join(link, late))).toBe('event-invite-unknown');
    expect(await rolesOf(showId)).toEqual({ olga: 'operator', [used.userId]: 'operator' });
  });

  it('an invitation with a wrong secret, an expired one, and one shown by a guest are refused', async () => {
    const showId = await events.newShow();
    const link = await invite(showId);
    expect(await outcomeOf(join({ ...link, secret: 'x'.repeat(43) }, VERA))).toBe('event-invite-unknown');
    expect(await outcomeOf(join(link, actor('gus', { isGuest: true })))).toBe('event-account-required');
    await events.source.query(`update staff_invite set expires_at = now() - interval '1 second'`);
    expect(await outcomeOf(join(link, VERA))).toBe('event-invite-unknown');
  });

  it('an invitation is stored as a hash, without its secret', async () => {
    const { secret } = await invite(await events.newShow());
    const [{ text }] = await events.source.query('select staff_invite::text as text from staff_invite');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
  });

  it('an operator who uses the invitation of a viewer stays an operator', async () => {
    const showId = await events.newShow();
    expect(await join(await invite(showId, 'viewer'), OLGA)).toEqual({ showId, role: 'operator' });
    expect(await rolesOf(showId)).toEqual({ olga: 'operator' });
  });

  it('a removed member does not come back by the invitation that they used or made', async () => {
    const showId = await events.newShow();
    const link = await invite(showId);
    await join(link, VERA);
    const ofVera = await invite(showId, 'operator', VERA);
    await remove(showId, VERA);
    await remove(showId, VERA);
    expect(await outcomeOf(join(link, VERA))).toBe('event-invite-unknown');
    expect(await outcomeOf(join(ofVera, VERA))).toBe('event-invite-unknown');
    expect(await outcomeOf(events.read(showId, VERA))).toBe('event-not-found');
  });

  it('a viewer can remove only themselves, and no one can remove the owner', async () => {
    const showId = await events.newShow();
    await events.staffed(showId, VERA, 'viewer');
    await events.staffed(showId, OTTO, 'operator');
    expect(await outcomeOf(remove(showId, OTTO, VERA))).toBe('event-not-operator');
    expect(await outcomeOf(remove(showId, OLGA, OTTO))).toBe('not-allowed');
    await remove(showId, VERA, VERA);
    expect(await rolesOf(showId)).toEqual({ olga: 'operator', otto: 'operator' });
  });

  it('an event has at most 20 open invitations and 50 members of staff', async () => {
    const showId = await events.newShow();
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => outcomeOf(invite(showId))));
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(SHOW_LIMITS.openInvites);
    await events.source.query('delete from staff_invite');
    const link = await invite(showId);
    await events.source.query(
      `insert into staff select $1, 'user-' || n, 'Name', 'viewer', now() from generate_series(1, 49) as n`,
      [showId],
    );
    expect(await outcomeOf(join(link, VERA))).toBe('event-staff-full');
  });
});
