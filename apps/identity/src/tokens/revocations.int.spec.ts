import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { runIdentity, type RunningIdentity } from '../testing/running-identity.js';
import { Revocations } from './revocations.js';

describeWith('postgres', 'session revocations', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let running: RunningIdentity;
  let revocations: Revocations;
  const now = () => Math.floor(Date.now() / 1000);
  const newSession = () => ({ userId: randomUUID(), session: randomUUID() });
  const isListed = async (userId: string) =>
    (await revocations.list()).revoked.some((revoked) => revoked.userId === userId);

  beforeAll(async () => {
    database = await freshDatabase();
    running = await runIdentity({ DATABASE_URL: database.url });
    revocations = new Revocations(running.identity.db, running.bus, { user: 600, guest: 600 });
  });
  afterAll(async () => {
    await running?.stop();
    await database?.drop();
  });

  it('revokes no session before the time at which it is to end', async () => {
    const one = newSession();
    await revocations.endSessionLater(one, 600);
    expect([await revocations.ended(one.userId, now(), one.session), await isListed(one.userId)]).toEqual([
      false,
      false,
    ]);
  });

  it('keeps a session revoked that is to end later as well', async () => {
    const one = newSession();
    await revocations.endSession(one.userId, one.session);
    await revocations.endSessionLater(one, 600);
    expect([await revocations.ended(one.userId, now(), one.session), await isListed(one.userId)]).toEqual([true, true]);
  });

  it('revokes a session at once that was to end later', async () => {
    const one = newSession();
    await revocations.endSessionLater(one, 600);
    await revocations.endSession(one.userId, one.session);
    expect([await revocations.ended(one.userId, now(), one.session), await isListed(one.userId)]).toEqual([true, true]);
  });
});
