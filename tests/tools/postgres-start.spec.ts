import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../harness/root.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

/** `npm run robustness -- kubernetes` and tests/compose/ start Postgres with it. */
describe('docker/postgres-start.sh', () => {
  let data: string;
  beforeAll(async () => {
    data = await temporaryFolder('postgres-start');
    await writeFile(join(data, 'PG_VERSION'), '18\n');
  });
  afterAll(() => rm(data, { recursive: true, force: true }));

  it.each(['POSTGRES_PASSWORD', 'KEYCLOAK_DB_PASSWORD'])('refuses to start with an empty %s', (empty) => {
    const passwords = { POSTGRES_PASSWORD: 'a', KEYCLOAK_DB_PASSWORD: 'b', [empty]: '' };
    const { status, stderr } = spawnSync('bash', [join(ROOT, 'docker/postgres-start.sh'), 'postgres'], {
      env: { PATH: process.env['PATH'], PGDATA: data, ...passwords },
      encoding: 'utf8',
    });
    expect(stderr).toContain(`${empty} is empty: Postgres does not start without it.`);
    expect(status).toBe(1);
  });
});
