import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Mail, MailPort } from '@earworm/service-kit/mail';
import { OutboxMail } from './outbox-mail.entity.js';

/** Newest mails that are kept; older ones are deleted as new ones come. */
const KEPT = 1000;

/** Mail for an installation without a mail server: kept in a table that an admin reads. */
export class Outbox implements MailPort {
  readonly #rows;

  constructor(private readonly db: DataSource) {
    this.#rows = db.getRepository(OutboxMail);
  }

  async send({ to, subject, text }: Mail): Promise<void> {
    await this.#rows.insert({ id: randomUUID(), to, subject, text, at: new Date() });
    await this.db.query(
      `delete from outbox_mail where id in (select id from outbox_mail order by at desc, id offset ${KEPT})`,
    );
  }

  /** Newest first. */
  async read(limit: number) {
    const mails = await this.#rows.find({ order: { at: 'desc', id: 'asc' }, take: limit });
    return mails.map(({ id, to, subject, text, at }) => ({ id, to, subject, text, at: at.getTime() }));
  }
}

/** Sends by the first port, and by the second what the first could not take. */
export const mailWithFallback = (first: MailPort, second: MailPort, onFailure: (error: unknown) => void): MailPort => ({
  async send(mail) {
    try {
      await first.send(mail);
    } catch (error) {
      onFailure(error);
      await second.send(mail);
    }
  },
});
