import { createHash, randomBytes } from 'node:crypto';
import { type DataSource, type EntityManager, MoreThan } from 'typeorm';
import { RefusedError } from '@earworm/contracts';
import type { LoginThrottle } from '@earworm/service-kit/login-throttle';
import type { Mail, MailPort } from '@earworm/service-kit/mail';
import type { EndEverywhere } from '../tokens/end-everywhere.js';
import { readEmail, readNewPassword, refuseCommonPassword } from './credentials.js';
import type { KnownDevices } from './known-devices.js';
import { nameInMail } from '../mail/name-in-mail.js';
import { PasswordReset } from './password-reset.entity.js';
import type { User } from './user.entity.js';

const MINUTES = 30;
/** Links being written and handed over at once; more requests are refused `unavailable`. */
const SENDING = 100;
/** E-mails whose next link waits; more requests are refused `limit-sign-in`. */
const WAITING = 10_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

type ResetAccount = Pick<User, 'id' | 'displayName' | 'disabled'>;

export interface ResetParts {
  readonly db: DataSource;
  readonly accounts: { findByEmail(email: string): Promise<ResetAccount | null> };
  /** Does what can be done without the account, and returns what sets the password, within the link's transaction. */
  readonly readyPassword: (password: string) => Promise<(tx: EntityManager, userId: string) => Promise<void>>;
  readonly mail: MailPort;
  /** Slows mails to one address. */
  readonly guesses: LoginThrottle;
  readonly devices: Pick<KnownDevices, 'guesserOf'>;
  readonly endEverywhere: EndEverywhere;
  /** Called when a link could not be written or sent. The visitor learns only what holds for every address. */
  readonly onFailure: (error: unknown) => void;
}

interface Asked {
  readonly email: string;
  readonly baseUrl: string;
  /** Who is slowed down by it: a known device of the account, or all others together. */
  readonly guesser: string;
}

/** Forgotten passwords: a link by mail, good once and for half an hour. */
export class PasswordResets {
  readonly #sending = new Set<Promise<void>>();
  readonly #waiting = new Map<string, { readonly asked: Asked; readonly timer: NodeJS.Timeout }>();
  #closing = false;

  constructor(private readonly parts: ResetParts) {}

  /**
   * Answers before the mail is written, once the mail server has accepted the address: with and without an account it takes
   * one look into the table and one conversation with the server. Who asks too often is not refused: the mail is sent when
   * the wait is over, one for all who asked meanwhile, so that a stranger who asks all day delays the owner's by the
   * longest wait at most. Throws `reset-failed` while the server accepts no mail; then nothing waits either.
   */
  async request(typedEmail: string, baseUrl: string, device: string | null): Promise<void> {
    const email = readEmail(typedEmail);
    const guesser = await this.parts.devices.guesserOf(email, device);
    const wait = await this.parts.guesses.spend(guesser);
    if (wait === 0) return this.#start(email, baseUrl);
    await this.#offer(email, async () => null);
    this.#later({ email, baseUrl, guesser }, wait);
  }

  /** The account whose password it now is, signed out everywhere. Refuses the password first, so that a bad choice does not use the link up. */
  async confirm(token: string, typedPassword: string): Promise<string> {
    const password = readNewPassword(typedPassword);
    refuseCommonPassword(password);
    const resets = this.parts.db.getRepository(PasswordReset);
    const known = await resets.findOneBy({ tokenHash: hashOf(token) });
    if (!known) throw new RefusedError('reset-link-invalid');
    const setPassword = await this.parts.readyPassword(password);
    await this.parts.endEverywhere(known.userId, async (tx) => {
      // The request that deletes the row may set the password.
      const used = await tx.delete(PasswordReset, { tokenHash: known.tokenHash, expiresAt: MoreThan(new Date()) });
      if (!used.affected) throw new RefusedError('reset-link-invalid');
      await setPassword(tx, known.userId);
      // All links of the account go: the one used, and any that was sent besides.
      await tx.delete(PasswordReset, { userId: known.userId });
    });
    return known.userId;
  }

  /** Sends at once what waits, as far as it may be sent at once, and resolves when every mail under way was handed over. */
  async close(): Promise<void> {
    this.#closing = true;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { timer } of waiting) clearTimeout(timer);
    const now = waiting.slice(0, SENDING).map(({ asked: { email, baseUrl } }) => this.#start(email, baseUrl));
    await Promise.all(now.map((started) => started.catch(this.parts.onFailure)));
    await Promise.all(this.#sending);
  }

  #later(asked: Asked, seconds: number): void {
    if (this.#waiting.has(asked.guesser) || this.#closing) return;
    if (this.#waiting.size >= WAITING) throw new RefusedError('limit-sign-in', { n: seconds });
    const timer = setTimeout(() => {
      this.#waiting.delete(asked.guesser);
      this.#afterWait(asked).catch(this.parts.onFailure);
    }, seconds * 1000).unref();
    this.#waiting.set(asked.guesser, { asked, timer });
  }

  async #afterWait(asked: Asked): Promise<void> {
    const isFull = this.#sending.size >= SENDING;
    const wait = isFull ? 1 : await this.parts.guesses.spend(asked.guesser);
    if (wait > 0) this.#later(asked, wait);
    else await this.#start(asked.email, asked.baseUrl);
  }

  async #start(email: string, baseUrl: string): Promise<void> {
    const user = await this.parts.accounts.findByEmail(email);
    await this.#offer(email, async () => (!user || user.disabled ? null : this.#write(user, email, baseUrl)));
  }

  async #offer(to: string, write: () => Promise<Mail | null>): Promise<void> {
    if (this.#sending.size >= SENDING) throw new RefusedError('unavailable');
    const { delivered } = await this.parts.mail.offer(to, write).catch((error: unknown) => {
      this.parts.onFailure(error);
      throw new RefusedError('reset-failed');
    });
    const sending = delivered.catch(this.parts.onFailure).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  async #write(user: ResetAccount, to: string, baseUrl: string): Promise<Mail> {
    const name = nameInMail(user.displayName);
    const token = randomBytes(32).toString('base64url');
    await this.parts.db.getRepository(PasswordReset).insert({
      ...{ tokenHash: hashOf(token), userId: user.id, expiresAt: new Date(Date.now() + MINUTES * 60_000) },
    });
    return {
      to,
      subject: 'Reset your Earworm password',
      text: [
        name === '' ? 'Hello,' : `Hello ${name},`,
        `we received a request to reset the password of your Earworm account. To choose a new password, open this link within ${MINUTES} minutes:`,
        `${baseUrl}/?reset=${token}`,
        'If you did not request this, ignore this email. Your password stays the same.',
      ].join('\n\n'),
    };
  }
}
