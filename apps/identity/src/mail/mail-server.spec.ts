import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSmtpMail } from '@earworm/service-kit/mail';
import { eventually, startMailServer, type TestMailServer } from '@earworm/service-kit/testing';
import { MailServer } from './mail-server.js';

const mail = (to: string) => ({ to, subject: 'Reset', text: 'Open this.' });

describe('mail server', () => {
  let server: TestMailServer;
  let mailServer: MailServer;
  let now: number;
  let changes: (string | null)[];
  beforeEach(async () => {
    server = await startMailServer();
    [now, changes] = [0, []];
    mailServer = new MailServer(
      createSmtpMail({
        ...{ url: server.url, from: 'quiz@example.org', withinMs: 10_000 },
        bounded: (work) => work(),
      }),
      { checkEveryMs: 1_000, onChange: (failure) => changes.push(failure?.message ?? null), now: () => now },
    );
  });
  afterEach(async () => {
    mailServer.close();
    await server.close();
  });
  const send = async (to: string) => (await mailServer.offer(to, async () => mail(to))).delivered;
  const nothing = (to: string) => mailServer.offer(to, async () => null);
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      () => 'refused',
    );

  it('fails after the first refusal, and recovers with the first accepted address', async () => {
    server.refusal = 'RCPT';
    await expect(send('ada@example.org')).rejects.toThrow('550');
    await expect(send('bob@example.org')).rejects.toThrow('550');
    expect([mailServer.state, await outcome(mailServer.check())]).toEqual(['failing', 'refused']);
    server.refusal = null;
    await nothing('nobody@example.org');
    expect([mailServer.state, await outcome(mailServer.check())]).toEqual(['accepting', 'ok']);
    expect(changes).toEqual([expect.stringContaining('550'), null]);
  });

  it('refuses every address after a lost mail, until one is delivered', async () => {
    server.refusal = 'end';
    await expect(send('ada@example.org')).rejects.toThrow('554');
    for (const to of ['ada@example.org', 'nobody@example.org']) expect(await outcome(nothing(to))).toBe('refused');
    server.refusal = null;
    expect(await outcome(nothing('nobody@example.org'))).toBe('refused');
    expect(await outcome(mailServer.offer('ada@example.org', async () => mail('ada@example.org')))).toBe('refused');
    await eventually(() => expect(mailServer.state).toBe('accepting'));
    expect(server.mails).toHaveLength(1);
    await nothing('nobody@example.org');
  });

  it('connects for a check when the last outcome is old, once for concurrent checks', async () => {
    await Promise.all([mailServer.check(), mailServer.check()]);
    expect(server.conversations).toHaveLength(1);
    now = 999;
    await mailServer.check();
    expect(server.conversations).toHaveLength(1);
    now = 1_000;
    server.refusal = 'greeting';
    expect(await outcome(mailServer.check())).toBe('refused');
    expect(server.conversations).toHaveLength(2);
    server.refusal = null;
    now = 2_000;
    await outcome(mailServer.check());
    await eventually(() => expect(mailServer.state).toBe('accepting'));
  });

  it('does not recover from a refused address by a connection', async () => {
    server.refusal = 'RCPT';
    await outcome(send('ada@example.org'));
    now = 1_000;
    await outcome(mailServer.check());
    await eventually(() => expect(server.conversations.at(1)).toContain('QUIT'));
    await eventually(() => expect(server.open).toBe(0));
    expect(mailServer.state).toBe('failing');
  });
});
