import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readOutbox, RefusedError, requestReset, signUp, countLoginAttempt } from '@earworm/contracts';
import {
  describeWith,
  eventually,
  freshDatabase,
  type MailRefusal,
  startMailServer,
  type TestMailServer,
} from '@earworm/service-kit/testing';
import { runIdentity, type RunningIdentity } from '../testing/running-identity.js';

const KNOWN = 'known@example.org';
const UNKNOWN = 'unknown@example.org';

describeWith('postgres', 'a password reset by a mail server', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let running: RunningIdentity;
  let server: TestMailServer;

  beforeAll(async () => {
    server = await startMailServer();
    database = await freshDatabase();
    running = await start();
    running.bus.serve(countLoginAttempt, () => ({ wait: 0 }));
    // The check at the start is over.
    await running.health.ready();
    await running.call(signUp, { displayName: 'Ada', email: KNOWN, password: 'secret1' });
  });
  afterAll(async () => {
    await running?.stop();
    await database?.drop();
    await server?.close();
  });

  const start = () =>
    runIdentity(
      { DATABASE_URL: database.url, PUBLIC_URL: 'https://quiz.example.org', SMTP_URL: server.url },
      { overrides: { mailWithinMs: 1_000, mailCheckMs: 1_000 } },
    );
  const ask = (email: string) =>
    running.call(requestReset, { email, baseUrl: 'http://localhost' }).catch((error: unknown) => {
      if (error instanceof RefusedError) return error.code;
      throw error;
    });
  const askBoth = async () => [await ask(KNOWN), await ask(UNKNOWN)];
  const mailState = async () => (await running.call(readOutbox, {})).mailServer;
  const mailCheck = async () => (await running.health.ready()).checks.find(({ name }) => name === 'mail');

  it('answers alike with and without an account, and mails the link to the account', async () => {
    expect(await askBoth()).toEqual([{}, {}]);
    await eventually(() => expect(server.mails.map(({ to }) => to)).toEqual([KNOWN]));
    // Long lines are folded, and = is written as =3D.
    expect(server.mails[0]?.text.replaceAll('=\n', '')).toContain('https://quiz.example.org/?reset=3D');
    expect((await running.call(readOutbox, {})).mails).toEqual([]);
    expect(await mailState()).toBe('accepting');
    expect(await mailCheck()).toMatchObject({ ok: true, optional: true });
  });

  it.each<MailRefusal>(['MAIL', 'RCPT', 'end'])(
    'answers alike while the mail server refuses at %s, and reports it to operators',
    async (refusal) => {
      server.refusal = refusal;
      expect(await askBoth()).toEqual([{}, {}]);
      await eventually(async () => expect(await mailState()).toBe('failing'));
      expect(await mailCheck()).toMatchObject({ ok: false, optional: true });
      server.refusal = null;
      expect(await askBoth()).toEqual([{}, {}]);
      await eventually(async () => expect(await mailState()).toBe('accepting'));
    },
  );

  it.each<MailRefusal | 'silent'>(['greeting', 'silent'])(
    'fails alike for every address while the mail server refuses connections (%s), and recovers',
    async (refusal) => {
      const mails = server.mails.length;
      server.refusal = refusal;
      await eventually(async () => expect(await ask(UNKNOWN)).toBe('reset-failed'));
      expect(await ask(KNOWN)).toBe('reset-failed');
      expect(await mailState()).toBe('failing');
      expect(await mailCheck()).toMatchObject({ ok: false, optional: true });
      server.refusal = null;
      await eventually(async () => expect(await ask(UNKNOWN)).toEqual({}));
      expect(await mailState()).toBe('accepting');
      expect(server.mails).toHaveLength(mails);
    },
  );
});
