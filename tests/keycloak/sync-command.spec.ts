import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
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
