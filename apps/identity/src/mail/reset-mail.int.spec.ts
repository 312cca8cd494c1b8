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
    runIdentity({
      ...{ DATABASE_URL: database.url, PUBLIC_URL: 'https://quiz.example.org', SMTP_URL: server.url },
      // No check falls between two requests.
      ...{ MAIL_WITHIN_MS: '1000', MAIL_CHECK_MS: '600000' },
    });
  const refusal = (call: Promise<object>) =>
    call.catch((error: unknown) => {
      if (error instanceof RefusedError) return error.code;
      throw error;
    });
  const ask = (email: string) => refusal(running.call(requestReset, { email, baseUrl: 'http://localhost' }));
  /** The commands that the request of an address led to, without the address. */
  const conversationOf = async (email: string) => {
    await eventually(() => expect(server.open).toBe(0));
    const before = server.conversations.length;
    const answer = await ask(email);
    await eventually(() => expect(server.open).toBe(0));
    const commands = server.conversations.slice(before).map((each) => each.map((line) => line.replace(email, 'X')));
    return { answer, commands };
  };
  const spooled = async () => {
    const [{ count }] = await running.identity.db.query<[{ count: number }]>(
      'select count(*)::int from password_reset',
    );
    const { mails, mailServer } = await running.call(readOutbox, {});
    return { links: count, mails: mails.length, mailServer };
  };
  const mailCheck = async () => (await running.health.ready()).checks.find(({ name }) => name === 'mail');
  it('answers alike with and without an account, and mails the link to the account', async () => {
    const [known, unknown] = [await conversationOf(KNOWN), await conversationOf(UNKNOWN)];
    expect([known.answer, unknown.answer]).toEqual([{}, {}]);
    expect(unknown.commands).toEqual(known.commands.map((each) => each.filter((command) => command !== 'QUIT')));
    expect(server.mails.map(({ to }) => to)).toEqual([KNOWN]);
    // Long lines are folded, and = is written as =3D.
    expect(server.mails[0]?.text.replaceAll('=\n', '')).toContain('https://quiz.example.org/?reset=3D');
    expect(await spooled()).toEqual({ links: 1, mails: 0, mailServer: 'accepting' });
    expect(await mailCheck()).toMatchObject({ ok: true, optional: true });
  });

  it.each<[string, MailRefusal | 'silent']>([
    ['refuses the sender', 'MAIL'],
    ['refuses every address', 'RCPT'],
    ['lets nobody in', 'greeting'],
    ['says nothing', 'silent'],
  ])('fails alike for every address, and keeps nothing, while the mail server %s', async (_, refusal) => {
    const before = await spooled();
    server.refusal = refusal;
    const [known, unknown] = [await conversationOf(KNOWN), await conversationOf(UNKNOWN)];
    expect([known.answer, unknown.answer]).toEqual(['reset-failed', 'reset-failed']);
    expect(unknown.commands).toEqual(known.commands);
    expect(await spooled()).toEqual({ ...before, mailServer: 'failing' });
    expect(await mailCheck()).toMatchObject({ ok: false, optional: true });
    server.refusal = null;
    const mails = server.mails.length;
    expect(await ask(UNKNOWN)).toEqual({});
    expect(await spooled()).toEqual({ ...before, mailServer: 'accepting' });
    expect(server.mails).toHaveLength(mails);
  });

  it('fails alike for an address whose next mail is delayed, and delays none', async () => {
    const own = await start();
    own.bus.serve(countLoginAttempt, () => ({ wait: 60 }));
    const askThere = (email: string) => refusal(own.call(requestReset, { email, baseUrl: 'http://localhost' }));
    server.refusal = 'RCPT';
    const mails = server.mails.length;
    expect([await askThere(KNOWN), await askThere(UNKNOWN)]).toEqual(['reset-failed', 'reset-failed']);
    server.refusal = null;
    // What waits is sent when the service stops.
    await own.stop();
    expect(server.mails).toHaveLength(mails);
  });
});
