import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Json } from '@earworm/identity/realm';
import { adminApi } from '../harness/keycloak-server.js';
import { ROOT } from '../harness/root.js';
import { describeWithKeycloak } from './support/describe-with-keycloak.js';

const PROGRAM = join(ROOT, 'apps', 'identity', 'dist', 'realm', 'main.js');

describeWithKeycloak('npm run keycloak -- sync', (keycloak) => {
  let folder = '';
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'earworm-sync-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const sync = (env: Record<string, string>, ...args: string[]) =>
    new Promise<{ code: number; output: string[] }>((resolve) => {
      const variables = {
        KEYCLOAK_URL: keycloak.url,
        PUBLIC_URL: 'https://quiz.example.org',
        KEYCLOAK_ADMIN: keycloak.admin.username,
        KEYCLOAK_ADMIN_PASSWORD: keycloak.admin.password,
      };
      execFile(process.execPath, [PROGRAM, ...args], { env: { ...variables, ...env } }, (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
        resolve({ code: Number(error?.code ?? 0), output });
      });
    });

  it('creates the realm, writes its client secret to a file, and then changes nothing', async () => {
    const file = join(folder, 'secret');
    const realm = `command-${randomBytes(4).toString('hex')}`;
    const first = await sync({ KEYCLOAK_REALM: realm }, '--secret-file', file);
    expect(first).toEqual({
      code: 0,
      output: [
        `created realm ${realm}`,
        `Realm ${realm}: 1 change.`,
        `The client secret is in ${file}: KEYCLOAK_CLIENT_SECRET_FILE=${file}`,
      ],
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).trim()).toMatch(/^[\w-]{40,}$/);
    const again = await sync({ KEYCLOAK_REALM: realm, KEYCLOAK_CLIENT_SECRET_FILE: file });
    expect(again).toEqual({ code: 0, output: [`Realm ${realm}: nothing to change.`] });
  });

  it('shows the client secret where its file cannot be written', async () => {
    const realm = `command-${randomBytes(4).toString('hex')}`;
    const file = join(folder, 'missing', 'secret');
    const { code, output } = await sync({ KEYCLOAK_REALM: realm }, '--secret-file', file);
    expect([code, output.at(-1)]).toEqual([
      1,
      `The secret could not be written to ${file} (ENOENT): it is shown above.`,
    ]);
    const secret = output.find((line) => line.startsWith('KEYCLOAK_CLIENT_SECRET='))?.split('=')[1] ?? '';
    const again = await sync({ KEYCLOAK_REALM: realm, KEYCLOAK_CLIENT_SECRET: secret });
    expect(again).toEqual({ code: 0, output: [`Realm ${realm}: nothing to change.`] });
  });

  it('gives an administrator a new password where Keycloak still has the former one', async () => {
    const api = adminApi(keycloak);
    const name = `operator-${randomBytes(4).toString('hex')}`;
    const [former, next] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')];
    const credentials = [{ type: 'password', value: former, temporary: false }];
    await api.send('POST', '/master/users', { username: name, enabled: true, credentials });
    const [user] = (await api.get<{ id: string }[]>(`/master/users?username=${name}&exact=true`))!;
    const role = await api.get<Json>('/master/roles/admin');
    await api.send('POST', `/master/users/${user!.id}/role-mappings/realm`, [role!]);
    const file = join(folder, 'former');
    await writeFile(file, former);
    const env = {
      KEYCLOAK_REALM: `command-${randomBytes(4).toString('hex')}`,
      KEYCLOAK_ADMIN: name,
      KEYCLOAK_ADMIN_PASSWORD: next,
    };
    const refused = { code: 1, output: [expect.stringContaining(`does not accept the administrator "${name}"`)] };

    expect(await sync(env, '--former-password-file', join(folder, 'missing'))).toEqual(refused);
    expect(await sync(env, '--dry-run', '--former-password-file', file)).toEqual(refused);
    const replaced = await sync(env, '--former-password-file', file);
    expect([replaced.code, replaced.output[0]]).toEqual([0, "The administrator's password was replaced."]);
    expect(await sync(env, '--former-password-file', file)).toEqual({
      code: 0,
      output: [`Realm ${env.KEYCLOAK_REALM}: nothing to change.`],
    });
    expect(await sync({ ...env, KEYCLOAK_ADMIN_PASSWORD: former })).toEqual(refused);
  });

  it.each([
    [
      'a wrong password',
      { KEYCLOAK_ADMIN_PASSWORD: 'wrong' },
      /does not accept the administrator "admin".*check KEYCLOAK_ADMIN and/,
    ],
    [
      'a realm of administrators that is missing',
      { KEYCLOAK_ADMIN_REALM: 'nowhere' },
      /no realm "nowhere".*KEYCLOAK_ADMIN_REALM/,
    ],
    [
      'a client that is missing',
      { KEYCLOAK_ADMIN_CLIENT: 'x', KEYCLOAK_ADMIN_CLIENT_SECRET: 'y' },
      /does not accept the client "x"/,
    ],
    [
      'an address below that of Keycloak',
      { KEYCLOAK_URL: `${keycloak.url}/auth` },
      /does not answer as Keycloak does.*KEYCLOAK_URL/,
    ],
    [
      'no administrator',
      { KEYCLOAK_ADMIN: '', KEYCLOAK_ADMIN_PASSWORD: '' },
      /^KEYCLOAK_ADMIN is needed with KEYCLOAK_ADMIN_PASSWORD/,
    ],
    [
      'variables that are missing and wrong',
      { KEYCLOAK_URL: 'sso.example.org', PUBLIC_URL: '' },
      /KEYCLOAK_URL must be a URL.*PUBLIC_URL is required/,
    ],
  ])('says what is wrong in one line: %s', async (_, env, line) => {
    const { code, output } = await sync(env);
    expect(output).toEqual([expect.stringMatching(line)]);
    expect(code).toBe(1);
  });

  it('says in one line that a client may not manage the realm', async () => {
    const { code, output } = await sync({
      KEYCLOAK_ADMIN_REALM: 'earworm',
      KEYCLOAK_ADMIN_CLIENT: 'earworm-identity',
      KEYCLOAK_ADMIN_CLIENT_SECRET: keycloak.imported.clientSecret,
    });
    expect(output).toEqual([expect.stringMatching(/^The client "earworm-identity" may not .* at Keycloak/)]);
    expect(code).toBe(1);
  });
});
