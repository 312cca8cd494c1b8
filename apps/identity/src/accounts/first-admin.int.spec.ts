import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { refreshTokens, revocations, signIn, signUp } from '@earworm/contracts';
import { withClient } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { decodeJwt } from 'jose';
import { runIdentity, type RunningIdentity } from '../testing/running-identity.js';

const EMAIL = 'Ada@example.org';
const PASSWORD = 'chosen by the operator';

describeWith('postgres', 'ADMIN_EMAIL', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let running: RunningIdentity | null;
  const start = async (env: Record<string, string>) => {
    await running?.stop();
    running = null;
    running = await runIdentity({ DATABASE_URL: database.url, ...env });
    return running;
  };
  const rolesOf = async (password: string) => {
    const { access_token } = await (running as RunningIdentity).call(signIn, { email: EMAIL, password });
    return (decodeJwt(access_token)['realm_access'] as { roles: string[] }).roles;
  };

  beforeEach(async () => {
    database = await freshDatabase();
    running = null;
  });
  afterEach(async () => {
    await running?.stop();
    await database.drop();
  });

  it('makes no existing account an admin without ADMIN_PASSWORD, and warns', async () => {
    await (await start({})).call(signUp, { displayName: 'Ada', email: EMAIL, password: 'secret1' });
    const { warnings, admins } = await start({ ADMIN_EMAIL: EMAIL });
    expect(admins).toEqual([]);
    expect(warnings.join()).toContain('set ADMIN_PASSWORD as well');
    expect(warnings.join().toLowerCase()).not.toContain('example.org');
    expect(await rolesOf('secret1')).toEqual(['registered']);
  });

  it('makes the account an admin with ADMIN_PASSWORD, and ends its sessions', async () => {
    const first = await start({});
    const before = await first.call(signUp, { displayName: 'Ada', email: EMAIL, password: 'secret1' });
    const { call, warnings } = await start({ ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD });
    expect(await rolesOf(PASSWORD)).toEqual(['registered', 'admin']);
    await expect(call(signIn, { email: EMAIL, password: 'secret1' })).rejects.toMatchObject({
      code: 'invalid-credential',
    });
    await expect(call(refreshTokens, { refreshToken: before.refresh_token })).rejects.toMatchObject({
      code: 'token-expired',
    });
    expect((await call(revocations, {})).revoked.map(({ userId }) => userId)).toEqual([
      decodeJwt(before.access_token).sub,
    ]);
    expect(warnings).toEqual([]);
    const again = await start({ ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD });
    expect((await again.call(revocations, {})).revoked).toHaveLength(1);
  });

  it('makes no account an admin while its sessions cannot be ended, and retries at the next start', async () => {
    const chosen = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD };
    const first = await start({});
    const before = await first.call(signUp, { displayName: 'Ada', email: EMAIL, password: 'secret1' });
    const rename = (from: string, to: string) =>
      withClient(database.url, (client) => client.query(`alter table identity.${from} rename to ${to}`));
    await rename('revocation', 'revocation_away');
    await expect(start(chosen)).rejects.toThrow('revocation');
    await rename('revocation_away', 'revocation');
    await start({});
    expect(await rolesOf('secret1')).toEqual(['registered']);
    const { call } = await start(chosen);
    expect(await rolesOf(PASSWORD)).toEqual(['registered', 'admin']);
    await expect(call(refreshTokens, { refreshToken: before.refresh_token })).rejects.toMatchObject({
      code: 'token-expired',
    });
  });

  it('changes nothing when there is another admin, and warns', async () => {
    expect((await start({})).admins).toHaveLength(1);
    const { warnings, admins } = await start({ ADMIN_EMAIL: EMAIL });
    expect([admins, warnings.join()]).toEqual([[], expect.stringContaining('there is one already')]);
    expect((await start({})).warnings).toEqual([]);
  });

  const admins = () =>
    withClient(database.url, async (client) => {
      const { rows } = await client.query<{ email: string }>(
        "select email from identity.user_account where kind = 'admin'",
      );
      return rows.map(({ email }) => email);
    });

  it('leaves no administrator with an unknown password after a crash at the first start', async () => {
    const onFirstAdmin = () => {
      throw new Error('the process ended');
    };
    const dying = runIdentity({ DATABASE_URL: database.url }, { onFirstAdmin });
    await expect(dying).rejects.toThrow('the process ended');
    expect(await admins()).toEqual([]);
    const { call, admins: granted } = await start({});
    expect(granted).toHaveLength(1);
    await expect(call(signIn, granted[0]!)).resolves.toMatchObject({ token_type: 'Bearer' });
    expect((await start({})).admins).toEqual([]);
  });

  it('creates one administrator, printed once, on concurrent starts with different addresses', async () => {
    await (await start({})).stop();
    running = null;
    await withClient(database.url, (client) => client.query('delete from identity.user_account'));
    const emails = ['a@example.org', 'b@example.org', 'a@example.org', 'b@example.org'];
    const all = await Promise.all(
      emails.map((ADMIN_EMAIL) => runIdentity({ DATABASE_URL: database.url, ADMIN_EMAIL })),
    );
    try {
      const granted = all.flatMap((each) => each.admins);
      expect(granted.map(({ email }) => email)).toEqual(await admins());
      expect(granted).toHaveLength(1);
      await expect(all[0]!.call(signIn, granted[0]!)).resolves.toMatchObject({ token_type: 'Bearer' });
    } finally {
      for (const each of all) await each.stop();
    }
  });

  it('makes an account an administrator that signs up concurrently', async () => {
    const first = await start({});
    const chosen = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD };
    const [second, third] = await Promise.all([
      runIdentity({ DATABASE_URL: database.url, ...chosen }),
      runIdentity({ DATABASE_URL: database.url, ...chosen }),
      first.call(signUp, { displayName: 'Ada', email: EMAIL, password: 'secret1' }).catch(() => undefined),
    ]);
    await Promise.all([second.stop(), third.stop()]);
    expect(await rolesOf(PASSWORD)).toEqual(['registered', 'admin']);
  });
});
