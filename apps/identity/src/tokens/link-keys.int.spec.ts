import { readFileSync } from 'node:fs';
import { linkKeys } from '@earworm/contracts';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type RunningIdentity, runIdentity } from '../testing/running-identity.js';
import { readLinkKeys } from './link-keys.js';

const DAY_MS = 86_400_000;
const RUNBOOK = new URL('../../../../docs/runbooks/rotate-keys.md', import.meta.url);

describeWith('postgres', 'the keys of links to games', () => {
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

  it('exist from the first start on, the same for everybody', async () => {
    const [first] = await Promise.all([running.call(linkKeys, {}), running.call(linkKeys, {})]);
    expect(first.keys).toHaveLength(1);
    expect(await running.call(linkKeys, {})).toEqual(first);
  });

  it('change by the statement of the runbook, and the old one counts for 30 days', async () => {
    const [old] = (await running.call(linkKeys, {})).keys;
    const statement = /^update identity\.signing_secret[^;]+link-key[^;]+;/m.exec(readFileSync(RUNBOOK, 'utf8'))?.[0];
    await running.identity.db.query((statement ?? '').replace('identity.', ''));
    const { keys } = await running.call(linkKeys, {});
    expect(keys).toEqual([expect.stringMatching(/^[\da-f]{64}$/), old]);
    const at = (days: number) => readLinkKeys(running.identity.db, Date.now() + days * DAY_MS);
    expect(await at(29)).toEqual(keys);
    expect(await at(31)).toEqual([keys[0]]);
  });
});
