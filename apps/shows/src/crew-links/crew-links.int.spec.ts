import { randomUUID } from 'node:crypto';
import { CREW_LINK_LIMITS, type ErrorCode, lookAtCrewLink, moveInShows, RefusedError } from '@earworm/contracts';
import { UserId } from '@earworm/rules';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type RunningShows, runShows } from '../testing/running-shows.js';
import { GAME, LEAD } from '../testing/served-game.js';
import { sweepLinks } from './changes.js';
import { newSecret } from '../secrets.js';

const HOUR_MS = 3_600_000;
const [CORA, DAN] = [UserId.parse('cora'), UserId.parse('dan')];
const refused = (code: ErrorCode) => new RefusedError(code);
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: RefusedError) => error.code,
  );
const tally = (outcomes: readonly string[]) =>
  Object.fromEntries([...new Set(outcomes)].map((code) => [code, outcomes.filter((each) => each === code).length]));

describeWith('postgres', 'crew links', () => {
  let shows: RunningShows;
  const secrets: string[] = [];
  beforeAll(async () => {
    shows = await runShows();
  });
  beforeEach(async () => {
    await shows.source.query('delete from crew_link');
    shows.game.changes.length = 0;
    shows.game.beforeChange = shows.game.afterChange = () => undefined;
    for (const userId of shows.game.crew.keys()) if (userId !== LEAD) shows.game.crew.delete(userId);
  });
  afterAll(() => shows?.close());

  const newLink = async (wish: Parameters<RunningShows['create']>[0] = {}) => {
    const link = await shows.create(wish);
    secrets.push(link.secret);
    return link;
  };
  const rowOf = async (linkId: string) =>
    (await shows.source.query('select * from crew_link where link_id = $1', [linkId]))[0];
  const expire = (linkId: string, days = 0) =>
    shows.source.query(
      `update crew_link set expires_at = clock_timestamp() - make_interval(days => $2, secs => 1) where link_id = $1`,
      [linkId, days],
    );

  it('a link is listed without its secret, of which only the SHA-256 is stored', async () => {
    const { linkId, secret } = await newLink({ rights: ['settings', 'judge', 'judge'] });
    expect(await shows.list()).toEqual([
      {
        ...{ linkId, purpose: 'co-host', rights: ['judge', 'settings'], createdBy: LEAD },
        ...{ createdAt: expect.any(Number), expiresAt: expect.any(Number) },
        ...{ usedBy: null, usedAt: null, revokedAt: null, askedAt: null },
      },
    ]);
    const [{ text }] = await shows.source.query('select crew_link::text as text from crew_link');
    expect(text).toContain(linkId);
    expect([text.includes(secret), text.includes(Buffer.from(secret, 'base64url').toString('hex'))]).toEqual([
      false,
      false,
    ]);
  });

  it.each([
    ['co-host', 24],
    ['way-back', 30 * 24],
  ] as const)('a %s link can be used for %i hours', async (purpose, hours) => {
    const before = Date.now();
    const { linkId, expiresAt } = await newLink({ purpose });
    const { created_at: createdAt } = await rowOf(linkId);
    expect(expiresAt - createdAt.getTime()).toBeCloseTo(hours * HOUR_MS, -2);
    expect(Math.abs(createdAt.getTime() - before)).toBeLessThan(60_000);
  });

  it('only a member of the crew with all rights who is not suspended makes, lists and revokes links', async () => {
    const { linkId } = await newLink();
    shows.game.crew.set(CORA, { rights: ['judge', 'people'], isOwner: false, isSuspended: false });
    shows.game.crew.set(DAN, { rights: ['judge', 'people', 'settings'], isOwner: false, isSuspended: true });
    for (const by of [CORA, DAN, UserId.parse('nobody')]) {
      const tried = [shows.create({ by }), shows.list(by), shows.revoke(linkId, by)];
      expect(await Promise.all(tried.map(outcomeOf))).toEqual(['not-allowed', 'not-allowed', 'not-allowed']);
    }
    shows.game.crew.set(DAN, { rights: ['judge', 'people', 'settings'], isOwner: false, isSuspended: false });
    await newLink({ by: DAN });
    expect(await shows.list(DAN)).toHaveLength(2);
  });

  it('a game has at most 20 open links, however many are made at once on two replicas', async () => {
    const made = await Promise.allSettled(Array.from({ length: 60 }, () => newLink()));
    const outcomes = await Promise.all(
      made.map((each) =>
        outcomeOf(each.status === 'fulfilled' ? Promise.resolve() : Promise.reject(each.reason as RefusedError)),
      ),
    );
    expect(tally(outcomes)).toEqual({ ok: 20, 'too-many-links': 40 });
    const [first, second, third] = await shows.list();
    await shows.revoke(first!.linkId);
    await expire(second!.linkId);
    await shows.source.query('update crew_link set used_by = $2 where link_id = $1', [third!.linkId, CORA]);
    for (let n = 0; n < 3; n += 1) await newLink();
    await expect(newLink()).rejects.toEqual(refused('too-many-links'));
  });

  it('a game keeps and lists its newest 200 links, and keeps those that are open', async () => {
    const open = await newLink();
    for (let n = 1; n <= CREW_LINK_LIMITS.kept + 4; n += 1) await shows.revoke((await newLink()).linkId);
    const newest = await newLink();
    const links = await shows.list();
    expect(links).toHaveLength(CREW_LINK_LIMITS.kept);
    expect(links[0]!.linkId).toBe(newest.linkId);
    expect(links.map(({ createdAt }) => createdAt)).toEqual(
      links.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a),
    );
    const [{ count }] = await shows.source.query('select count(*)::int as count from crew_link');
    expect(count).toBe(CREW_LINK_LIMITS.kept + 1);
    expect(await shows.lookAt(open)).toMatchObject({ state: 'open' });
  });

  it('looking at a link shows the game and the rights, and uses nothing up', async () => {
    const link = await newLink({ rights: ['judge', 'people'] });
    const seen = {
      ...{ gameId: GAME, gameCode: 'K7WQ4M', status: 'playing', moderatorName: 'Maria' },
      ...{ purpose: 'co-host', rights: ['judge', 'people'], state: 'open' },
    };
    for (let n = 0; n < 3; n += 1) expect(await shows.lookAt(link)).toEqual(seen);
    expect(await rowOf(link.linkId)).toMatchObject({ used_by: null, attempt: 0 });
  });

  it('a wrong secret and an unknown link are refused alike', async () => {
    const { linkId } = await newLink();
    const wrong = [
      { linkId, secret: newSecret() },
      { linkId: randomUUID(), secret: newSecret() },
    ];
    for (const link of wrong) {
      expect([await outcomeOf(shows.lookAt(link)), await outcomeOf(shows.use(link, CORA))]).toEqual([
        'crew-link-unknown',
        'crew-link-unknown',
      ]);
    }
    expect(await rowOf(linkId)).toMatchObject({ used_by: null, attempt: 0 });
  });

  it('the user of a link joins the crew with its rights, by a command whose id is that of the link', async () => {
    const link = await newLink({ rights: ['judge', 'people'] });
    expect(await shows.use(link, CORA, 'Cora')).toEqual({ gameId: GAME, rights: ['judge', 'people'] });
    expect(shows.game.changes).toEqual([
      {
        ...{ gameId: GAME, commandId: `crew-link-${link.linkId}` },
        change: { type: 'addCrew', userId: CORA, name: 'Cora', rights: ['judge', 'people'], by: LEAD },
      },
    ]);
    expect(await shows.list()).toMatchObject([{ usedBy: CORA, usedAt: expect.any(Number) }]);
    expect(await shows.lookAt(link)).toMatchObject({ state: 'used' });
  });

  it('exactly one of many users at once on two replicas gets the link', async () => {
    const link = await newLink();
    const users = Array.from({ length: 20 }, (_, n) => UserId.parse(`user-${n}`));
    const outcomes = await Promise.all(users.map((user) => outcomeOf(shows.use(link, user))));
    expect(tally(outcomes)).toEqual({ ok: 1, 'crew-link-used': 19 });
    const winner = users[outcomes.indexOf('ok')];
    expect(shows.game.changes.map(({ change }) => change)).toMatchObject([{ userId: winner }]);
    expect(await shows.list()).toMatchObject([{ usedBy: winner }]);
  });

  it('the same user may repeat the use, at once and later, and is added once', async () => {
    const link = await newLink();
    const answers = await Promise.all([1, 2, 3].map(() => shows.use(link, CORA)));
    await expire(link.linkId);
    await shows.revoke(link.linkId);
    answers.push(await shows.use(link, CORA));
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ gameId: GAME, rights: ['judge'] })));
    expect(new Set(shows.game.changes.map(({ commandId }) => commandId)).size).toBe(1);
    expect(await outcomeOf(shows.use(link, DAN))).toBe('crew-link-used');
  });

  it('a member who was removed from the crew does not come back by the link that they have used', async () => {
    const link = await newLink();
    await shows.use(link, CORA);
    shows.game.crew.delete(CORA);
    await shows.use(link, CORA);
    expect(shows.game.changes).toHaveLength(1);
    expect(shows.game.crew.has(CORA)).toBe(false);
  });

  it.each(['retry', 'busy', 'unavailable', 'internal'] as const)(
    'a use that the game answered with %s stays with its user, who can repeat it',
    async (code) => {
      const link = await newLink();
      shows.game.beforeChange = () => Promise.reject(refused(code));
      await expect(shows.use(link, CORA)).rejects.toEqual(refused(code));
      expect(await outcomeOf(shows.use(link, DAN))).toBe('crew-link-used');
      shows.game.beforeChange = () => undefined;
      expect(await outcomeOf(shows.use(link, CORA))).toBe('ok');
      expect([shows.game.crew.has(CORA), shows.game.crew.has(DAN)]).toEqual([true, false]);
    },
  );

  it('a use whose answer was lost after the game added the user is repeated with the same command', async () => {
    const link = await newLink();
    shows.game.afterChange = () => Promise.reject(refused('unavailable'));
    await expect(shows.use(link, CORA)).rejects.toEqual(refused('unavailable'));
    shows.game.afterChange = () => undefined;
    expect(await outcomeOf(shows.use(link, CORA))).toBe('ok');
    expect(shows.game.changes.map(({ commandId }) => commandId)).toEqual(
      Array.from({ length: 2 }, () => `crew-link-${link.linkId}`),
    );
  });

  it('a use that ended between the link and the command is repeated by its user', async () => {
    const link = await newLink();
    // As a process leaves it that was killed there.
    await shows.source.query('update crew_link set used_by = $2, used_at = now(), attempt = 1 where link_id = $1', [
      link.linkId,
      CORA,
    ]);
    expect(await outcomeOf(shows.use(link, DAN))).toBe('crew-link-used');
    expect(await shows.use(link, CORA)).toEqual({ gameId: GAME, rights: ['judge'] });
    expect(shows.game.changes).toHaveLength(1);
  });

  it.each(['leave-seat-first', 'banned', 'crew-full', 'name-required', 'game-ended', 'not-allowed'] as const)(
    'a use that the game refuses with %s is given back',
    async (code) => {
      const link = await newLink();
      shows.game.beforeChange = () => Promise.reject(refused(code));
      await expect(shows.use(link, CORA)).rejects.toEqual(refused(code));
      expect(await shows.list()).toMatchObject([{ usedBy: null, usedAt: null }]);
      shows.game.beforeChange = () => undefined;
      expect(await outcomeOf(shows.use(link, DAN))).toBe('ok');
    },
  );

  it('a late refusal of an earlier attempt does not give back a use that has succeeded', async () => {
    const link = await newLink();
    const [reached, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    shows.game.beforeChange = async () => {
      reached.resolve();
      await left.promise;
      throw refused('leave-seat-first');
    };
    const first = outcomeOf(shows.use(link, CORA));
    await reached.promise;
    shows.game.beforeChange = () => undefined;
    expect(await outcomeOf(shows.use(link, CORA))).toBe('ok');
    left.resolve();
    expect(await first).toBe('leave-seat-first');
    expect(await outcomeOf(shows.use(link, DAN))).toBe('crew-link-used');
  });

  it('an expired link cannot be used', async () => {
    const link = await newLink();
    await expire(link.linkId);
    expect(await shows.lookAt(link)).toMatchObject({ state: 'expired' });
    await expect(shows.use(link, CORA)).rejects.toEqual(refused('crew-link-expired'));
    expect(shows.game.changes).toEqual([]);
  });

  it('a revoked link cannot be used, and may be revoked again', async () => {
    const link = await newLink();
    await shows.revoke(link.linkId);
    const [revoked] = await shows.list();
    await shows.revoke(link.linkId);
    expect(await shows.list()).toEqual([{ ...revoked, revokedAt: expect.any(Number) }]);
    expect(await shows.lookAt(link)).toMatchObject({ state: 'revoked' });
    await expect(shows.use(link, CORA)).rejects.toEqual(refused('crew-link-revoked'));
    await expect(shows.revoke(randomUUID())).rejects.toEqual(refused('crew-link-unknown'));
    expect(shows.game.changes).toEqual([]);
  });

  it('revoking ends a use that the game has not carried out', async () => {
    const link = await newLink();
    shows.game.beforeChange = () => Promise.reject(refused('busy'));
    await outcomeOf(shows.use(link, CORA));
    await shows.revoke(link.linkId);
    shows.game.beforeChange = () => undefined;
    await expect(shows.use(link, CORA)).rejects.toEqual(refused('crew-link-revoked'));
  });

  it('a link is not valid while its maker is not a member with all rights', async () => {
    shows.game.crew.set(DAN, { rights: ['judge', 'people', 'settings'], isOwner: false, isSuspended: false });
    const link = await newLink({ by: DAN });
    shows.game.crew.set(DAN, { rights: ['judge', 'people', 'settings'], isOwner: false, isSuspended: true });
    await expect(shows.use(link, CORA)).rejects.toEqual(refused('crew-link-suspended'));
    expect(await shows.lookAt(link)).toMatchObject({ state: 'suspended' });
    shows.game.crew.set(DAN, { rights: ['judge', 'people'], isOwner: false, isSuspended: false });
    await expect(shows.use(link, CORA)).rejects.toEqual(refused('crew-link-revoked'));
    expect(await shows.lookAt(link)).toMatchObject({ state: 'revoked' });
    shows.game.crew.set(DAN, { rights: ['judge', 'people', 'settings'], isOwner: false, isSuspended: false });
    expect(await shows.lookAt(link)).toMatchObject({ state: 'open' });
    expect(await outcomeOf(shows.use(link, CORA))).toBe('ok');
  });

  it('a holder of a used or expired link asks for another, until it is made', async () => {
    const [open, used, expired] = [await newLink(), await newLink(), await newLink({ rights: ['people'] })];
    await shows.use(used, CORA);
    await expire(expired.linkId);
    for (const link of [open, used, expired]) await shows.ask(link);
    const asked = async () =>
      (await shows.list()).filter(({ askedAt }) => askedAt !== null).map(({ linkId }) => linkId);
    expect(new Set(await asked())).toEqual(new Set([used.linkId, expired.linkId]));
    await newLink({ insteadOf: expired.linkId });
    expect(await asked()).toEqual([used.linkId]);
    expect(await shows.lookAt(used)).toMatchObject({ state: 'used' });
  });

  it('a revoked link, and one with a wrong secret, ask for nothing', async () => {
    const link = await newLink();
    await expect(shows.ask({ ...link, secret: newSecret() })).rejects.toEqual(refused('crew-link-unknown'));
    await shows.revoke(link.linkId);
    await expect(shows.ask(link)).rejects.toEqual(refused('crew-link-revoked'));
    expect((await shows.list()).map(({ askedAt }) => askedAt)).toEqual([null]);
  });

  it('links follow a guest to the account that they sign in to', async () => {
    const [guest, account] = [UserId.parse('a-guest'), UserId.parse('an-account')];
    const lead = {
      rights: ['judge' as const, 'people' as const, 'settings' as const],
      isOwner: false,
      isSuspended: false,
    };
    shows.game.crew.set(guest, lead);
    const link = await newLink({ by: guest });
    const used = await newLink();
    await shows.use(used, guest);
    await shows.bus.call(moveInShows, { from: guest, to: account });
    shows.game.crew.delete(guest);
    shows.game.crew.set(account, lead);
    expect([await outcomeOf(shows.use(link, CORA)), await outcomeOf(shows.use(used, account))]).toEqual(['ok', 'ok']);
    expect(await outcomeOf(shows.use(used, guest))).toBe('crew-link-used');
  });

  it('links are deleted 30 days after they expire', async () => {
    const [old, younger, open] = [await newLink(), await newLink(), await newLink()];
    await expire(old.linkId, 30);
    await expire(younger.linkId, 29);
    expect(await sweepLinks(shows.source)).toBe(1);
    expect((await shows.list()).map(({ linkId }) => linkId).toSorted()).toEqual(
      [younger.linkId, open.linkId].toSorted(),
    );
  });

  it('secrets are not logged, even at the level trace', async () => {
    const link = await newLink();
    await shows.use(link, CORA);
    shows.game.beforeChange = () => Promise.reject(new Error('broken'));
    await outcomeOf(shows.use(await newLink(), CORA));
    await outcomeOf(shows.bus.call(lookAtCrewLink, { linkId: 'x', secret: link.secret }));
    await eventually(() => expect(shows.lines.join('')).toContain('a request does not match its schema'));
    const logged = shows.lines.join('');
    expect(logged).toContain('broken');
    expect(secrets.length).toBeGreaterThan(200);
    expect(secrets.filter((secret) => logged.includes(secret))).toEqual([]);
  });
});
