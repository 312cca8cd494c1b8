import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  type MailRefusal,
  eventually,
  PRIVATE_AUTHORITY,
  startMailServer,
  type TestMailServer,
} from '@earworm/service-kit/testing';
import { MailServer, smtpTransporter } from './mail-server.js';

const ADA = 'ada@example.org';
const reset = { to: ADA, subject: 'Reset your password', text: 'Open this: https://x.example/r?t=1' };

describe('mail server', () => {
  let server: TestMailServer;
  let mailServer: MailServer;
  let now: number;
  beforeEach(async () => {
    server = await startMailServer();
    now = 0;
    mailServer = await open();
  });
  afterEach(() => server.close());
  const open = async (withinMs = 10_000) =>
    new MailServer(await smtpTransporter(server.url, 'Earworm <quiz@example.org>', withinMs), {
      checkEveryMs: 1_000,
      now: () => now,
    });
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      () => 'refused',
    );

  it('sends sender, recipient, subject and text', async () => {
    await mailServer.send(reset);
    const [mail] = server.mails;
    expect(mail?.to).toBe(ADA);
    expect(mail?.text).toMatch(/^From: Earworm <quiz@example\.org>$/m);
    expect(mail?.text).toMatch(/^To: ada@example\.org$/m);
    expect(mail?.text).toMatch(/^Subject: Reset your password$/m);
    expect(mail?.text).toContain('https://x.example/r?t=1');
  });

  it('sends no header that is injected through the subject', async () => {
    await mailServer.send({ ...reset, subject: 'Hello\r\nBcc: eve@example.org' });
    expect(server.mails[0]?.text).not.toMatch(/^Bcc:/m);
  });

  it.each<[MailRefusal, string]>([
    ['greeting', '554'],
    ['MAIL', '550'],
    ['RCPT', '550'],
    ['DATA', '550'],
    ['end', '554'],
  ])('reports a mail refused at %s without quoting the reply', async (refusal, status) => {
    server.refusal = refusal;
    const error = await mailServer.send(reset).catch((refused: Error) => refused);
    expect(error).toMatchObject({ name: 'MailError', message: expect.stringContaining(status) });
    expect(String(error)).not.toMatch(/nobody like|ada@/);
  });

  it('reports a server that accepts the connection and stays silent', async () => {
    server.refusal = 'silent';
    mailServer = await open(50);
    await expect(mailServer.send(reset)).rejects.toThrow(/Greeting never received|Timeout/i);
    await eventually(() => expect(server.open).toBe(0));
  });

  it('fails its readiness check when no server listens', async () => {
    await server.close();
    await expect(mailServer.ready()).rejects.toThrow('ECONNREFUSED');
    expect(mailServer.state).toBe('failing');
  });

  it('sends over TLS once the authority is trusted, and names the remedy of each failure', async () => {
    const standard = getCACertificates('default');
    await server.close();
    server = await startMailServer(0, PRIVATE_AUTHORITY);
    const { port } = new URL(server.url);
    const outcomeAt = async (url: string) => {
      const mail = new MailServer(await smtpTransporter(url, 'quiz@example.org', 500), { checkEveryMs: 0 });
      return mail.send(reset).then(
        () => 'sent',
        (error: Error) => error.message,
      );
    };
    expect(await outcomeAt(`smtps://localhost:${port}`)).toMatch(/not trusted: .*NODE_EXTRA_CA_CERTS/);
    expect(await outcomeAt(`smtp://localhost:${port}`)).toMatch(/smtps:/);
    setDefaultCACertificates([...standard, PRIVATE_AUTHORITY.authority]);
    try {
      expect(await outcomeAt(`smtps://127.0.0.1:${port}`)).toMatch(/for another host/);
      expect(await outcomeAt(`smtps://localhost:${port}`)).toBe('sent');
    } finally {
      setDefaultCACertificates(standard);
    }
    await server.close();
    server = await startMailServer();
    expect(await outcomeAt(server.url.replace('smtp:', 'smtps:'))).toMatch(/does not speak TLS/);
  });

  it('connects for a check when the last one is old, without a recipient, once for concurrent checks', async () => {
    await Promise.all([mailServer.ready(), mailServer.check()]);
    now = 999;
    await mailServer.check();
    await eventually(() => expect(server.open).toBe(0));
    expect(server.conversations).toHaveLength(1);
    expect(server.conversations.flat().filter((command) => /^(MAIL|RCPT)/.test(command))).toEqual([]);
    now = 1_000;
    server.refusal = 'greeting';
    await expect(mailServer.ready()).rejects.toThrow('554');
    expect(mailServer.state).toBe('failing');
    now = 2_000;
    server.refusal = null;
    await mailServer.ready();
    expect(mailServer.state).toBe('accepting');
  });

  it.each<MailRefusal>(['RCPT', 'end'])(
    'fails its health check, but not further mails, after a mail refused at %s, until the next is accepted',
    async (refusal) => {
      server.refusal = refusal;
      expect(await outcome(mailServer.send(reset))).toBe('refused');
      now = 1_000;
      expect([await outcome(mailServer.check()), await outcome(mailServer.ready())]).toEqual(['refused', 'ok']);
      expect(mailServer.state).toBe('failing');
      server.refusal = null;
      await mailServer.send(reset);
      expect([await outcome(mailServer.check()), mailServer.state]).toEqual(['ok', 'accepting']);
    },
  );
});
