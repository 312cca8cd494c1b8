import { randomBytes } from 'node:crypto';
import {
  analytics,
  beatSession,
  countViews,
  endSession,
  erasePersonInTelemetry,
  FORMER_PERSON,
  moveInTelemetry,
  seeSessions,
  type UserType,
} from '@earworm/contracts';
import { UserId } from '@earworm/rules';
import { describeWith, dumpTables, freshDatabase, linesWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sweep } from '../sweep.js';
import { type RunningTelemetry, runTelemetry } from '../testing/running-telemetry.js';
import { beat, end, endSilent, see, keepViews } from './sessions.js';

const MINUTE = 60_000;

describeWith('postgres', 'sessions and page views', () => {
  let spec: Awaited<ReturnType<typeof freshDatabase>>;
  let telemetry: RunningTelemetry;
  const session = (userId: string, userType: UserType = 'guest') => ({
    ...{ sessionId: randomBytes(16).toString('hex'), userId: UserId.parse(userId), userName: 'Ann', userType },
    ...{ userAgent: 'Browser/1', language: 'en-GB' },
  });
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const figures = (from: number, to = from) =>
    telemetry.bus.call(analytics, { from: day(from), to: day(to), timeZone: 'UTC' });
  const lengths = async (at: number) => (await figures(at)).sessionLengths.filter(({ count }) => count > 0);
  const stored = (sessionId: string) =>
    telemetry.database.query('select * from user_session where session_id = $1', [sessionId]);

  beforeAll(async () => {
    spec = await freshDatabase();
    telemetry = await runTelemetry(spec.url);
  });
  afterAll(async () => {
    await telemetry.stop();
    await spec.drop();
  });

  it('stores a session with every field from the first heartbeat to its end', async () => {
    const ann = session('ann', 'registered');
    await telemetry.bus.call(beatSession, ann);
    expect(await stored(ann.sessionId)).toMatchObject([
      {
        user_id: 'ann',
        user_name: 'Ann',
        user_type: 'registered',
        end_time: null,
        user_agent: 'Browser/1',
        language: 'en-GB',
      },
    ]);
    await telemetry.bus.call(endSession, { sessionId: ann.sessionId });
    const [row] = await stored(ann.sessionId);
    expect(row.end_time).toBeInstanceOf(Date);
    expect(row.last_active >= row.start_time).toBe(true);
  });

  it('extends a session with each heartbeat, ends it once, and reopens it at the next heartbeat', async () => {
    const at = Date.parse('2026-05-05T08:00:00Z');
    const bob = session('bob');
    const after = (minutes: number) => new Date(at + minutes * MINUTE);
    await beat(telemetry.database, bob, after(0));
    expect(await lengths(at)).toEqual([{ upTo: 10, count: 1 }]);
    await beat(telemetry.database, bob, after(5));
    expect(await lengths(at)).toEqual([{ upTo: 300, count: 1 }]);
    await end(telemetry.database, bob.sessionId, after(8));
    await end(telemetry.database, bob.sessionId, after(7));
    expect((await stored(bob.sessionId))[0].end_time).toEqual(after(8));
    await beat(telemetry.database, bob, after(10));
    expect((await stored(bob.sessionId))[0].end_time).toBeNull();
    const read = await figures(at);
    expect(read.users).toContainEqual({ userType: 'guest', users: 1, sessions: 1, seconds: 600 });
    expect(read.days[0]).toMatchObject({ guestSessions: 1, registeredSessions: 0 });
  });

  it('counts the user of several sessions once', async () => {
    const at = Date.parse('2026-05-06T08:00:00Z');
    for (let visit = 0; visit < 3; visit++)
      await beat(telemetry.database, session('cal'), new Date(at + visit * MINUTE));
    expect((await figures(at)).users).toContainEqual({ userType: 'guest', users: 1, sessions: 3, seconds: 0 });
  });

  it('counts a user once in every time span, by the user’s type at that time', async () => {
    const at = Date.parse('2026-06-10T08:00:00Z');
    const DAY = 24 * 60 * MINUTE;
    for (const ago of [0, 1, 2]) await beat(telemetry.database, session('gil'), new Date(at + ago * DAY));
    await beat(telemetry.database, session('gil', 'registered'), new Date(at + 2 * DAY));
    await Promise.all([1, 2, 3].map(() => beat(telemetry.database, session('hal'), new Date(at + DAY))));
    const users = async (first: number, last: number) => {
      const range = { from: day(at + first * DAY), to: day(at + last * DAY), timeZone: 'UTC' };
      const read = await telemetry.bus.call(analytics, range);
      return read.users.map(({ userType, users: n }) => [userType, n]);
    };
    expect(await users(0, 2)).toEqual([
      ['guest', 2],
      ['registered', 1],
    ]);
    expect(await users(1, 1)).toContainEqual(['guest', 2]);
    expect(await users(2, 2)).toContainEqual(['guest', 1]);
  });

  it('ends a session at its last activity when the page was killed, and reopens it when the page was asleep', async () => {
    const at = Date.parse('2026-05-07T08:00:00Z');
    const after = (minutes: number) => new Date(at + minutes * MINUTE);
    const [ida, jon] = [session('ida'), session('jon')];
    await beat(telemetry.database, ida, after(0));
    await beat(telemetry.database, ida, after(5));
    await beat(telemetry.database, jon, after(0));
    await beat(telemetry.database, jon, after(10));
    await endSilent(telemetry.database, after(17));
    expect((await stored(ida.sessionId))[0].end_time).toEqual(after(5));
    expect((await stored(jon.sessionId))[0].end_time).toBeNull();
    await beat(telemetry.database, ida, after(18));
    expect((await stored(ida.sessionId))[0].end_time).toBeNull();
  });

  it('extends a session to the last report of its page, also without an end', async () => {
    const at = Date.parse('2026-05-08T08:00:00Z');
    const after = (minutes: number) => new Date(at + minutes * MINUTE);
    const kim = session('kim');
    await beat(telemetry.database, kim, after(0));
    const report = { reportId: null, sessionId: kim.sessionId, views: [{ path: '/', count: 1 }] };
    await keepViews(telemetry.database, [report], after(4));
    expect(await lengths(at)).toEqual([{ upTo: 300, count: 1 }]);
    await endSilent(telemetry.database, after(16));
    expect((await stored(kim.sessionId))[0].end_time).toEqual(after(4));
    expect((await figures(at)).users).toContainEqual({ userType: 'guest', users: 1, sessions: 1, seconds: 240 });
  });

  it('ends a session at its latest activity when an earlier end arrives after it', async () => {
    const at = Date.parse('2026-05-11T08:00:00Z');
    const pia = session('pia');
    await beat(telemetry.database, pia, new Date(at));
    const report = { reportId: null, sessionId: pia.sessionId, views: [{ path: '/', count: 1 }] };
    await keepViews(telemetry.database, [report], new Date(at + 1_003));
    await end(telemetry.database, pia.sessionId, new Date(at + 1_000));
    expect((await stored(pia.sessionId))[0].end_time).toEqual(new Date(at + 1_003));
  });

  it('excludes hours of sleep from a session, though the page reports its end afterwards', async () => {
    const at = Date.parse('2026-05-09T08:00:00Z');
    const after = (minutes: number) => new Date(at + minutes * MINUTE);
    const lea = session('lea');
    await beat(telemetry.database, lea, after(0));
    await beat(telemetry.database, lea, after(5));
    await end(telemetry.database, lea.sessionId, after(185));
    expect((await stored(lea.sessionId))[0].end_time).toEqual(after(5));
    expect((await figures(at)).users).toContainEqual({ userType: 'guest', users: 1, sessions: 1, seconds: 300 });
  });

  it('ends a session when its socket is closed, unless there is later activity', async () => {
    const at = Date.parse('2026-05-10T08:00:00Z');
    const after = (minutes: number) => new Date(at + minutes * MINUTE);
    const [max, nia] = [session('max'), session('nia')];
    for (const each of [max, nia]) await beat(telemetry.database, each, after(0));
    await beat(telemetry.database, nia, after(4));
    const sign = ({ userId, userAgent }: typeof max, minutesAgo: number, gone = true) => ({
      ...{ userId, userAgent, gone },
      agoMs: minutesAgo * MINUTE,
    });
    await see(telemetry.database, { signs: [sign(max, 2), sign(nia, 2)] }, after(5));
    expect((await stored(max.sessionId))[0].end_time).toEqual(after(3));
    expect((await stored(nia.sessionId))[0].end_time).toBeNull();
    expect((await figures(at)).users).toContainEqual({ userType: 'guest', users: 2, sessions: 2, seconds: 7 * 60 });
    await see(telemetry.database, { signs: [sign(max, 0, false)] }, after(6));
    expect((await stored(max.sessionId))[0]).toMatchObject({ end_time: null, last_active: after(6) });
  });

  it('continues the session of another browser when a socket is closed', async () => {
    const [here, there] = [session('oda'), { ...session('oda'), userAgent: 'Phone/1' }];
    await telemetry.bus.call(beatSession, here);
    await telemetry.bus.call(beatSession, there);
    const cut = { userId: here.userId, userAgent: 'Browser/1', agoMs: 0, gone: true };
    const unknown = { ...cut, userId: UserId.parse('whoever') };
    await telemetry.bus.call(seeSessions, { signs: [cut, unknown] });
    expect((await stored(here.sessionId))[0].end_time).toBeInstanceOf(Date);
    expect((await stored(there.sessionId))[0].end_time).toBeNull();
  });

  it('refuses a heartbeat of another user than the one who started the session', async () => {
    const dan = session('dan');
    await telemetry.bus.call(beatSession, dan);
    const thief = { ...dan, userId: UserId.parse('eve') };
    await expect(telemetry.bus.call(beatSession, thief)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('ignores the end of an unknown session', async () => {
    await telemetry.bus.call(endSession, { sessionId: '0'.repeat(32) });
    expect(await stored('0'.repeat(32))).toEqual([]);
  });

  it('counts views by page, without ids, also many at once', async () => {
    const at = Date.now();
    const view = (path: string) => telemetry.bus.call(countViews, { views: [{ path, count: 1 }] });
    await Promise.all(Array.from({ length: 100 }, (_, i) => view(`/game/${i}`)));
    await view('/made/up/by/somebody');
    expect((await figures(at, Date.now())).paths).toEqual([
      { path: '/game/:gameId', views: 100 },
      { path: '/404', views: 1 },
    ]);
  });

  it('moves a guest’s sessions and errors to their account once, however often the move is requested', async () => {
    const { database, bus } = telemetry;
    const [guest, earlier] = [session('guest-of-lea'), session('lea')];
    const at = Date.parse('2026-05-11T08:00:00Z');
    await beat(database, earlier, new Date(at));
    await beat(database, guest, new Date(at + MINUTE));
    const error = (fingerprint: string, userId: string) =>
      database.query(`insert into error_user (fingerprint, user_id, first_at, last_at) values ($1, $2, now(), now())`, [
        fingerprint,
        userId,
      ]);
    await error('both', 'lea');
    for (const fingerprint of ['both', 'guest alone']) await error(fingerprint, 'guest-of-lea');
    const move = { from: UserId.parse('guest-of-lea'), to: UserId.parse('lea') };
    for (let times = 0; times < 2; times++) await bus.call(moveInTelemetry, move);
    expect(await stored(guest.sessionId)).toMatchObject([{ user_id: 'lea', previous_time: new Date(at) }]);
    const met = await database.query(`select fingerprint, user_id from error_user order by fingerprint`);
    expect(met).toEqual([
      { fingerprint: 'both', user_id: 'lea' },
      { fingerprint: 'guest alone', user_id: 'lea' },
    ]);
  });

  it('keeps sessions and errors of a person who is erased under a pseudonym, without name and id', async () => {
    const { bus, database } = telemetry;
    const [userId, pseudonym] = ['Zelma-id', 'former-zelma'].map((id) => UserId.parse(id)) as [UserId, UserId];
    const zelma = { ...session(userId, 'registered'), userName: 'Zelma Quorndon' };
    await bus.call(beatSession, zelma);
    await database.query(`insert into error_user values ('a print', $1, now(), now())`, [userId]);
    const quarantined = `insert into game_aside (follower, game_id, version, error) values ('facts', 'g', 3, $1)`;
    await database.query(quarantined, [`there is no seat of ${userId}`]);
    for (let times = 0; times < 2; times++)
      await bus.call(erasePersonInTelemetry, { userId, pseudonym, calledForHelpIn: [] });
    expect(await stored(zelma.sessionId)).toMatchObject([{ user_id: pseudonym, user_name: FORMER_PERSON }]);
    const users = await database.query(`select user_id from error_user where fingerprint = 'a print'`);
    expect(users).toEqual([{ user_id: pseudonym }]);
    expect(linesWith(await dumpTables(spec.url), userId, 'Quorndon')).toEqual([]);
  });

  it('counts the views of one report once, however often it is sent', async () => {
    const given = { reportId: randomBytes(16).toString('hex'), views: [{ path: '/privacy', count: 3 }] };
    const send = () => telemetry.bus.call(countViews, given);
    const at = Date.now();
    await Promise.all([send(), send(), send()]);
    await send();
    expect((await figures(at, Date.now())).paths).toContainEqual({ path: '/privacy', views: 3 });
  });

  it('deletes sessions with all their counts after the retention period', async () => {
    // Older than what any other spec looks at.
    const at = Date.parse('2026-03-05T08:00:00Z');
    const nextDay = at + 24 * 60 * MINUTE;
    for (const each of [at, nextDay]) await beat(telemetry.database, session('kay'), new Date(each));
    expect((await figures(at)).days[0]).toMatchObject({ guestSessions: 1 });
    await sweep(telemetry.database, new Date('2026-03-06T00:00:00Z'));
    expect((await figures(at)).days[0]).toMatchObject({ guestSessions: 0 });
    expect((await figures(nextDay)).days[0]).toMatchObject({ guestSessions: 1 });
  });
});
