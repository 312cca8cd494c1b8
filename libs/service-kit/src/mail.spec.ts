import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from './testing/eventually.js';
import { type MailRefusal, startMailServer, type TestMailServer } from './testing/mail-server.js';
import { createSmtpMail, type SmtpMail } from './mail.js';

const ADA = 'ada@example.org';
const reset = { to: ADA, subject: 'Reset your password', text: 'Open this: https://x.example/r?t=1' };

describe('mail by SMTP', () => {
  let server: TestMailServer;
  let smtp: SmtpMail;
  beforeEach(async () => {
    server = await startMailServer();
    smtp = open();
  });
  afterEach(async () => {
    smtp.close();
    await server.close();
  });
  const open = (withinMs = 10_000) =>
    createSmtpMail({
      url: server.url,
      from: 'Earworm <quiz@example.org>',
      withinMs,
      bounded: (work) => work(),
    });
  const send = async (mail = reset) => (await smtp.offer(mail.to, async () => mail)).delivered;

  it('sends sender, recipient, subject and text', async () => {
    await send();
    const [mail] = server.mails;
    expect(mail?.to).toBe(ADA);
    expect(mail?.text).toMatch(/^From: Earworm <quiz@example\.org>$/m);
    expect(mail?.text).toMatch(/^To: ada@example\.org$/m);
    expect(mail?.text).toMatch(/^Subject: Reset your password$/m);
    expect(mail?.text).toContain('https://x.example/r?t=1');
  });

  it('cannot have headers injected through its subject', async () => {
    await send({ ...reset, subject: 'Hello\r\nBcc: eve@example.org' });
    expect(server.mails[0]?.text).not.toMatch(/^Bcc:/m);
  });

  it.each<[MailRefusal, string]>([
    ['greeting', '554'],
    ['MAIL', '550'],
    ['RCPT', '550'],
    ['DATA', '550'],
  ])('is refused before it is written when the server refuses at %s', async (refusal, status) => {
    server.refusal = refusal;
    let isWritten = false;
    const offered = smtp.offer(ADA, async () => {
      isWritten = true;
      return reset;
    });
    const error = await offered.catch((refused: Error) => refused);
    expect(error).toMatchObject({ name: 'MailError', message: expect.stringContaining(status) });
    expect(String(error)).not.toContain('nobody like');
    expect(isWritten).toBe(false);
  });

  it('is refused when the server accepts the connection and stays silent', async () => {
    server.refusal = 'silent';
    smtp = open(50);
    await expect(smtp.offer(ADA, async () => reset)).rejects.toThrow(/within 50 ms|Greeting never received|Timeout/i);
    await eventually(() => expect(server.open).toBe(0));
  });

  it('is refused when no server listens', async () => {
    await server.close();
    await expect(smtp.offer(ADA, async () => reset)).rejects.toThrow('ECONNREFUSED');
    await expect(smtp.check()).rejects.toThrow('ECONNREFUSED');
  });

  it('has the same conversation with the server when there is nothing to send, and leaves no mail', async () => {
    await send();
    const { delivered } = await smtp.offer(ADA, async () => null);
    await delivered;
    await eventually(() => expect(server.open).toBe(0));
    expect(server.mails).toHaveLength(1);
    const [withMail, without] = server.conversations;
    expect(without).toEqual(withMail?.filter((command) => command !== 'QUIT'));
    expect(without?.at(-1)).toBe('DATA');
  });

  it('is reported as lost when the server refuses the whole mail', async () => {
    server.refusal = 'end';
    const { delivered } = await smtp.offer(ADA, async () => reset);
    const error = await delivered.catch((lost: Error) => lost);
    expect(error).toMatchObject({ name: 'MailError', message: expect.stringContaining('554') });
    expect(String(error)).not.toContain(ADA);
  });

  it('is not sent when it could not be written', async () => {
    const { delivered } = await smtp.offer(ADA, () => Promise.reject(new Error('no database')));
    await expect(delivered).rejects.toThrow('no database');
    await eventually(() => expect(server.open).toBe(0));
    expect(server.mails).toEqual([]);
  });

  it('can be checked without a recipient', async () => {
    await smtp.check();
    expect(server.conversations.flat().filter((command) => /^(MAIL|RCPT)/.test(command))).toEqual([]);
    server.refusal = 'greeting';
    await expect(smtp.check()).rejects.toThrow('554');
  });
});
