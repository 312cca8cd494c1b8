import { createHash, randomBytes } from 'node:crypto';
import { type DataSource, type EntityManager, MoreThan } from 'typeorm';
import { RefusedError } from '@earworm/contracts';
import type { LoginThrottle } from '@earworm/service-kit/login-throttle';
import type { EndEverywhere } from '../tokens/revocations.js';
import { readEmail, readNewPassword, refuseCommonPassword } from './credentials.js';
import type { KnownDevices } from './known-devices.js';
import { PasswordReset } from './password-reset.entity.js';
import type { User } from './user.entity.js';

/** Mails being written and sent; more requests are refused `unavailable`. */
const MAX_SENDING = 100;
/** Requests whose mail is delayed; more are refused `limit-sign-in`. */
const MAX_DELAYED = 10_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

type ResetAccount = Pick<User, 'id' | 'displayName' | 'disabled'>;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailPort {
  /** Rejects while mail cannot be sent. Depends on no single mail: that would reveal which addresses have an account. */
  ready(): Promise<void>;
  send(mail: Mail): Promise<void>;
}

export interface PasswordResetsDependencies {
  readonly db: DataSource;
  readonly accounts: { findByEmail(email: string): Promise<ResetAccount | null> };
  /** Returns what sets the password within the link's transaction; hashes it before. */
  readonly preparePassword: (password: string) => Promise<(tx: EntityManager, userId: string) => Promise<void>>;
  readonly mail: MailPort;
  readonly throttle: LoginThrottle;
  readonly devices: Pick<KnownDevices, 'throttleKey'>;
  readonly endEverywhere: EndEverywhere;
  readonly onFailure: (error: unknown) => void;
}

interface ResetRequest {
  readonly email: string;
  readonly baseUrl: string;
  readonly throttleKey: string;
}

/** Forgotten passwords: a mailed link, valid once and for half an hour. */
export class PasswordResets {
  readonly #sending = new Set<Promise<void>>();
  readonly #delayed = new Map<string, { readonly request: ResetRequest; readonly timer: NodeJS.Timeout }>();
  #isClosing = false;

  constructor(private readonly dependencies: PasswordResetsDependencies) {}

  /**
   * Returns before the mail is sent, in the same time with and without an account. Too frequent requests share one delayed
   * mail: others' requests delay the owner's by the longest wait at most. Throws `reset-failed` while no mail is accepted.
   */
  async request(typedEmail: string, baseUrl: string, device: string | null): Promise<void> {
    const { mail, devices, throttle, onFailure } = this.dependencies;
    const email = readEmail(typedEmail);
    await mail.ready().catch((error: unknown) => {
      onFailure(error);
      throw new RefusedError('reset-failed');
    });
    const throttleKey = await devices.throttleKey(email, device);
    const wait = await throttle.spend(throttleKey);
    if (wait === 0) await this.#send(email, baseUrl);
    else this.#delay({ email, baseUrl, throttleKey }, wait);
  }

  /** Returns the user id, signed out everywhere. Checks the password first, so that a bad one does not use up the link. */
  async confirm(token: string, typedPassword: string): Promise<string> {
    const { db, preparePassword, endEverywhere } = this.dependencies;
    const password = readNewPassword(typedPassword);
    await refuseCommonPassword(password);
    const link = await db.getRepository(PasswordReset).findOneBy({ tokenHash: hashOf(token) });
    if (!link) throw new RefusedError('reset-link-invalid');
    const { tokenHash, userId } = link;
    const setPassword = await preparePassword(password);
    await endEverywhere(userId, async (tx) => {
      // Of concurrent requests only the one that deletes the row sets the password.
      const used = await tx.delete(PasswordReset, { tokenHash, expiresAt: MoreThan(new Date()) });
      if (!used.affected) throw new RefusedError('reset-link-invalid');
      await setPassword(tx, userId);
      await tx.delete(PasswordReset, { userId });
    });
    return userId;
  }

  /** Sends delayed mails at once, up to the limit, and resolves when all mails were handed over. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const delayed = [...this.#delayed.values()];
    this.#delayed.clear();
    for (const { timer } of delayed) clearTimeout(timer);
    const now = delayed.slice(0, MAX_SENDING).map(({ request: { email, baseUrl } }) => this.#send(email, baseUrl));
    await Promise.all(now.map((sent) => sent.catch(this.dependencies.onFailure)));
    await Promise.all(this.#sending);
  }

  #delay(request: ResetRequest, seconds: number): void {
    const { throttleKey } = request;
    if (this.#delayed.has(throttleKey) || this.#isClosing) return;
    if (this.#delayed.size >= MAX_DELAYED) throw new RefusedError('limit-sign-in', { n: seconds });
    const timer = setTimeout(() => {
      this.#delayed.delete(throttleKey);
      this.#sendDelayed(request).catch(this.dependencies.onFailure);
    }, seconds * 1000).unref();
    this.#delayed.set(throttleKey, { request, timer });
  }

  async #sendDelayed(request: ResetRequest): Promise<void> {
    const isFull = this.#sending.size >= MAX_SENDING;
    const wait = isFull ? 1 : await this.dependencies.throttle.spend(request.throttleKey);
    if (wait > 0) this.#delay(request, wait);
    else await this.#send(request.email, request.baseUrl);
  }

  async #send(email: string, baseUrl: string): Promise<void> {
    const user = await this.dependencies.accounts.findByEmail(email);
    if (this.#sending.size >= MAX_SENDING) throw new RefusedError('unavailable');
    if (!user || user.disabled) return;
    const sending = this.#sendLink(user, email, baseUrl)
      .catch(this.dependencies.onFailure)
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  async #sendLink({ id: userId, displayName }: ResetAccount, to: string, baseUrl: string): Promise<void> {
    const { db, mail } = this.dependencies;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + RESET_LINK_MINUTES * 60_000);
    await db.getRepository(PasswordReset).insert({ tokenHash: hashOf(token), userId, expiresAt });
    await mail.send(resetMail(to, displayName, `${baseUrl}/?reset=${token}`));
  }
}

const RESET_LINK_MINUTES = 30;
const LONGEST_NAME = 30;

function resetMail(to: string, displayName: string, link: string): Mail {
  const name = nameInMail(displayName);
  return {
    to,
    subject: 'Reset your Earworm password',
    text: [
      name === '' ? 'Hello,' : `Hello ${name},`,
      `we received a request to reset the password of your Earworm account. To choose a new password, open this link within ${RESET_LINK_MINUTES} minutes:`,
      link,
      'If you did not request this, ignore this email. Your password stays the same.',
    ].join('\n\n'),
  };
}

/**
 * A display name without anything but letters, digits and spaces, at most 30 characters. Its author may not own the address:
 * no link and no sentence of theirs may be sent in our name.
 */
export function nameInMail(displayName: string): string {
  const words = displayName
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{Nd}'’-]+/gu, ' ')
    .trim();
  return Array.from(words).slice(0, LONGEST_NAME).join('').trim();
}
