import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { DELETE_OLD_MAILS } from '../accounts/accounts.sql.js';
import type { Mail, MailPort } from '../accounts/password-resets.js';
import { OutboxMail } from './outbox-mail.entity.js';

const KEPT = 1000;

/** Stands in for a mail server: keeps mails in a table that administrators read. */
export class Outbox implements MailPort {
  readonly #rows;

  constructor(private readonly db: DataSource) {
    this.#rows = db.getRepository(OutboxMail);
  }

  ready(): Promise<void> {
    return Promise.resolve();
  }

  async send({ to, subject, text }: Mail): Promise<void> {
    await this.#rows.insert({ id: randomUUID(), to, subject, text, at: new Date() });
    await this.db.query(DELETE_OLD_MAILS, [KEPT]);
  }

  /** Newest first. */
  async read(limit: number) {
    const mails = await this.#rows.find({ order: { at: 'desc', id: 'asc' }, take: limit });
    return mails.map(({ id, to, subject, text, at }) => ({ id, to, subject, text, at: at.getTime() }));
  }
}
