import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { signInAsGuest, signUp } from '@earworm/contracts';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { sweep } from '../sweep.js';
import { runIdentity, type RunningIdentity } from '../testing/running-identity.js';

describeWith('postgres', 'Guests', () => {
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

  it('come in at 100 a second and more, each a person of their own', async () => {
    const [guests, atOnce] = [2000, 50];
    const tokens = new Set<string>();
    const start = performance.now();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let i = 0; i < guests / atOnce; i += 1) {
          tokens.add((await running.call(signInAsGuest, {})).access_token);
        }
      }),
    );
    const perSecond = Math.round(guests / ((performance.now() - start) / 1000));
    process.stderr.write(`guests per second: ${perSecond}\n`);
    expect(perSecond).toBeGreaterThan(100);
    expect([tokens.size, await count(`kind = 'guest'`)]).toEqual([guests, guests]);
  });

  it('are forgotten after 30 days without a visit, and nobody else is', async () => {
    const { db } = running.identity;
    await running.call(signUp, { displayName: 'Ada', email: 'ada@example.org', password: 'secret1' });
    await db.query(`update user_account set last_seen = now() - interval '31 days' where kind <> 'guest'`);
    await db.query(`update user_account set last_seen = now() - interval '31 days'
      where id in (select id from user_account where kind = 'guest' limit 1200)`);
    expect(await sweep(db, 30)).toBe(1200);
    expect([await count(`kind = 'guest'`), await count(`kind <> 'guest'`)]).toEqual([800, 2]);
  });

  it('leave nothing behind that is over: sessions, reset links, login pages', async () => {
    const { db } = running.identity;
    await db.query(`update refresh_session set expires_at = now() - interval '1 second'`);
    await db.query(
      `insert into oidc_record (model, id, payload, expires_at) values ('Interaction', 'x', '{}', now() - interval '1 second')`,
    );
    expect(await sweep(db, 30)).toBe(2);
  });
});
