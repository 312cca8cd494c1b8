import { createTransport } from 'nodemailer';
import type { MailPort } from './port.js';

/** `url` as in `smtp://user:password@host:587` or `smtps://…`; `from` as in `Earworm <quiz@example.org>`. */
export function createSmtpMail({ url, from }: { url: string; from: string }): MailPort & { close(): void } {
  const transport = createTransport(
    { url, pool: true, maxConnections: 2, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 },
    { from },
  );
  return {
    send: async ({ to, subject, text }) => void (await transport.sendMail({ to, subject, text })),
    close: () => transport.close(),
  };
}
