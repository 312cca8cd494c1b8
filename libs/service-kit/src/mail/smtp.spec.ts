import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createSmtpMail } from './smtp.js';

/** A mail server that takes everything, or refuses every recipient. */
async function startMailServer(refuses = false) {
  let received = '';
  const server = createServer((socket) => {
    let isData = false;
    socket.write('220 spec ESMTP\r\n');
    socket.on('data', (chunk) => {
      for (const line of String(chunk).split('\r\n').slice(0, -1)) {
        if (isData) {
          received += `${line}\n`;
          if (line === '.') socket.write('250 taken\r\n');
          if (line === '.') isData = false;
        } else if (line === 'DATA') {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (line.startsWith('RCPT') && refuses) socket.write('550 nobody here\r\n');
        else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    close: () => void server.close(),
  };
}

describe('mail by SMTP', () => {
  const undo: (() => void)[] = [];
  afterEach(() => undo.splice(0).forEach((each) => each()));
  const make = async (refuses?: boolean) => {
    const server = await startMailServer(refuses);
    const mail = createSmtpMail({ url: server.url, from: 'Earworm <quiz@example.org>' });
    undo.push(mail.close, server.close);
    return { server, mail };
  };
  const letter = { to: 'ada@example.org', subject: 'Reset your password', text: 'Open this: https://x.example/r?t=1' };

  it('hands over sender, recipient, subject and text', async () => {
    const { server, mail } = await make();
    await mail.send(letter);
    expect(server.received()).toMatch(/^From: Earworm <quiz@example\.org>$/m);
    expect(server.received()).toMatch(/^To: ada@example\.org$/m);
    expect(server.received()).toMatch(/^Subject: Reset your password$/m);
    expect(server.received()).toContain('https://x.example/r?t=1');
  });

  it('cannot be given further headers through its subject', async () => {
    const { server, mail } = await make();
    await mail.send({ ...letter, subject: 'Hello\r\nBcc: eve@example.org' });
    expect(server.received()).not.toMatch(/^Bcc:/m);
  });

  it('says so when the server refuses', async () => {
    const { mail } = await make(true);
    await expect(mail.send(letter)).rejects.toThrow(/nobody here/);
  });
});
