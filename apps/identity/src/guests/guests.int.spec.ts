import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { signInAsGuest, signUp } from '@earworm/contracts';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { sweep } from '../sweep.js';
import { runIdentity, type RunningIdentity } from '../testing/running-identity.js';

describeWith('postgres', 'guest accounts', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let running: RunningIdentity;
  beforeAll(async () => {
    database = await freshDatabase();
    running = await runIdentity({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await running?.stop();
    await database?.drop();
  });
  const count = async (where = 'true') =>
    Number((await running.identity.db.query(`select count(*) as n from user_account where ${where}`))[0].n);

  /** Signs this many guests in, some at once; their access tokens. */
  const signInGuests = async (guests: number): Promise<string[]> =>
    Promise.all(Array.from({ length: guests }, async () => (await running.call(signInAsGuest, {})).access_token));

  it('gives each guest their own user id when many sign in concurrently', async () => {
    const before = await count(`kind = 'guest'`);
    const tokens = await signInGuests(100);
    expect([new Set(tokens).size, await count(`kind = 'guest'`)]).toEqual([100, before + 100]);
  });

  it('deletes guests after 30 days without a visit, and no other users', async () => {
    const { db } = running.identity;
    await signInGuests(20);
    await running.call(signUp, { displayName: 'Ada', email: 'ada@example.org', password: 'secret1' });
    await db.query(`update user_account set last_seen = now() - interval '31 days' where kind <> 'guest'`);
    await db.query(`update user_account set last_seen = now() - interval '31 days'
      where id in (select id from user_account where kind = 'guest' limit 12)`);
    const [guests, others] = [await count(`kind = 'guest'`), await count(`kind <> 'guest'`)];
    expect(await sweep(db, 30)).toBe(12);
    expect([await count(`kind = 'guest'`), await count(`kind <> 'guest'`)]).toEqual([guests - 12, others]);
  });

  it('sweeps expired sessions and login pages', async () => {
    const { db } = running.identity;
    await running.call(signUp, { displayName: 'Leo', email: 'leo@example.org', password: 'secret1' });
    await db.query(`update refresh_session set expires_at = now() - interval '1 second'`);
    await db.query(
      `insert into oidc_record (model, id, payload, expires_at) values ('Interaction', 'x', '{}', now() - interval '1 second')`,
    );
    const [sessions] = await db.query<{ n: string }[]>('select count(*) as n from refresh_session');
    expect(await sweep(db, 30)).toBe(Number(sessions?.n) + 1);
  });
});
