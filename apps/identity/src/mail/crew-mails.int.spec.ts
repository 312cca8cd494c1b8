import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { mailCrews, type RequestOf, SHOW_LIMITS } from '@earworm/contracts';
import { describeWith, freshDatabase, startMailServer, type TestMailServer } from '@earworm/service-kit/testing';
import { runIdentity, type RunningIdentity } from '../testing/running-identity.js';

type Request = RequestOf<typeof mailCrews>;

const ID = '11111111-1111-4111-8111-111111111111';
const SECRET = 'a'.repeat(43);
const STARTS = Date.UTC(2030, 5, 1, 17, 30);
const room = (number: number, name = 'Garden') => ({
  ...{ number, name, startsAt: STARTS, linkId: ID, secret: SECRET, expiresAt: STARTS + 86_400_000 },
});
const request = (mails: Request['mails'], showName = 'Quiz night'): Request => ({
  ...{ showName, timeZone: 'Europe/Berlin', mails },
});

describeWith('postgres', 'mails to crews', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let running: RunningIdentity;
  let server: TestMailServer;
  beforeAll(async () => {
    server = await startMailServer();
    database = await freshDatabase();
    const env = { PUBLIC_URL: 'https://quiz.example.org/', SMTP_URL: server.url };
    running = await runIdentity({ DATABASE_URL: database.url, ...env }, { overrides: { mailCheckMs: 0 } });
  });
  afterEach(() => {
    server.refusal = null;
    server.mails.length = 0;
  });
  afterAll(async () => {
    await running?.stop();
    await database?.drop();
    await server?.close();
  });

  const send = (mails: Request['mails'], showName?: string) => running.call(mailCrews, request(mails, showName));
  /** Decoded from quoted-printable. */
  const texts = () =>
    server.mails.map(({ text }) => {
      const joined = text.replace(/=\r?\n/g, '');
      const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
      return Buffer.from(bytes, 'latin1').toString('utf8');
    });

  it('lead to the desk, with room, start in the time zone of the event and the end of the link', async () => {
    const mails = [{ to: 'cem@example.org', language: null, rooms: [room(7)] }];
    expect(await send(mails)).toEqual({ failed: [] });
    expect(server.mails.map(({ to }) => to)).toEqual(['cem@example.org']);
    const [text] = texts();
    expect(text).toContain(`https://quiz.example.org/crew#${ID}.${SECRET}`);
    expect(text).toMatch(/^Subject: Your room at Quiz night$/m);
    expect(text).toContain('Room 7, Garden');
    expect(text).toContain('Saturday, 1 June 2030 at 19:30 (Europe/Berlin)');
    expect(text).toContain('Valid until Sunday, 2 June 2030 at 19:30');
  });

  it('list all rooms of a person, in the language of the event', async () => {
    await send([{ to: 'dora@example.org', language: 'de', rooms: [room(1, 'Küche'), room(2, 'Saal')] }]);
    const [text] = texts();
    expect(text).toContain('du leitest 2 Räume bei Quiz night');
    expect(text).toMatch(/Raum 1, Küche[^]*Raum 2, Saal/);
    expect(text?.match(/crew#/g)).toHaveLength(2);
  });

  it('carry no address or sentence that an operator has hidden in a name', async () => {
    const mails = [{ to: 'eve@example.org', language: null, rooms: [room(1, 'http://evil.example')] }];
    await send(mails, 'Win!\r\nBcc: all@example.org https://evil.example');
    const [text] = texts();
    expect(text).not.toMatch(/evil\.example|^Bcc:/m);
  });

  it('name the addresses that the mail server refuses', async () => {
    server.refusal = 'RCPT';
    const to = 'nowhere@example.org';
    expect(await send([{ to, language: null, rooms: [room(1)] }])).toEqual({ failed: [to] });
  });

  it('fail as a whole while the mail server accepts no connection', async () => {
    server.refusal = 'greeting';
    await expect(send([{ to: 'cem@example.org', language: null, rooms: [room(1)] }])).rejects.toMatchObject({
      code: 'mail-failed',
    });
  });

  it('reach a crew of the largest request', async () => {
    const all = SHOW_LIMITS.mailedPerRequest * SHOW_LIMITS.crewEmails;
    const mails = Array.from({ length: all }, (_, n) => ({
      to: `c${n}@example.org`,
      language: null,
      rooms: [room(n + 1)],
    }));
    expect(await send(mails)).toEqual({ failed: [] });
    expect(server.mails).toHaveLength(all);
  });

  it('fail where no mail is set up, and leave nothing in the outbox', async () => {
    const without = await runIdentity({ DATABASE_URL: database.url });
    try {
      const mails = [{ to: 'cem@example.org', language: null, rooms: [room(1)] }];
      await expect(without.call(mailCrews, request(mails))).rejects.toMatchObject({ code: 'mail-not-set-up' });
      expect(await without.identity.db.query('select 1 from outbox_mail')).toEqual([]);
    } finally {
      await without.stop();
    }
  });
});
