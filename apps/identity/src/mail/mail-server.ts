import { type MailServerState, RefusedError } from '@earworm/contracts';
import type { Mail, MailPort, MailDelivery, SmtpMail } from '@earworm/service-kit/mail';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { semaphore } from '@earworm/service-kit/resilience';
import { reasonOf } from '../failures.js';
import type { IdentityConfig } from '../identity.config.js';

/** Stages of a mail. A success clears failures of the same or an earlier stage. */
const CONNECTION = 1;
const RECIPIENT = 2;
const DELIVERY = 3;

export interface MailServerOptions {
  readonly checkEveryMs: number;
  /** Called when the server begins to fail, and with null when it has recovered. */
  readonly onChange: (failure: Error | null) => void;
  readonly now?: () => number;
}

/** Sends mail and tracks from the outcomes whether the server accepts it. */
export class MailServer implements MailPort {
  #failure: { readonly stage: number; readonly error: Error } | null = null;
  #lastOutcomeAt = -Infinity;
  #checking: Promise<void> | null = null;
  readonly #now: () => number;

  constructor(
    private readonly smtp: SmtpMail,
    private readonly options: MailServerOptions,
  ) {
    this.#now = options.now ?? (() => performance.now());
  }

  get state(): MailServerState {
    return this.#failure === null ? 'accepting' : 'failing';
  }

  /** While mails are lost after they were accepted, rejects but still tries to send: only a delivery shows a recovery. */
  async offer(to: string, write: () => Promise<Mail | null>): Promise<MailDelivery> {
    let isMail = false;
    const observedWrite = async () => {
      const mail = await write();
      isMail = mail !== null;
      return mail;
    };
    const offered = await this.smtp.offer(to, observedWrite).catch((error: unknown) => {
      // A full queue of ours says nothing about the server.
      if (!(error instanceof RefusedError)) this.#failed(RECIPIENT, error);
      throw error;
    });
    this.#succeeded(RECIPIENT);
    offered.delivered.then(
      () => isMail && this.#succeeded(DELIVERY),
      (error: unknown) => this.#failed(DELIVERY, error),
    );
    if (this.#failure !== null) throw this.#failure.error;
    return offered;
  }

  /** Rejects while the server fails. Connects when the last outcome is old; while it fails, does not wait for that. */
  async check(): Promise<void> {
    if (this.#now() - this.#lastOutcomeAt >= this.options.checkEveryMs) this.#checking ??= this.#connect();
    if (this.#failure === null) await this.#checking;
    if (this.#failure !== null) throw this.#failure.error;
  }

  close(): void {
    this.smtp.close();
  }

  onApplicationShutdown(): void {
    this.close();
  }

  async #connect(): Promise<void> {
    try {
      await this.smtp.check();
      this.#succeeded(CONNECTION);
    } catch (error) {
      if (!(error instanceof RefusedError)) this.#failed(CONNECTION, error);
    } finally {
      this.#checking = null;
    }
  }

  #succeeded(stage: number): void {
    this.#lastOutcomeAt = this.#now();
    if (this.#failure === null || this.#failure.stage > stage) return;
    this.#failure = null;
    this.options.onChange(null);
  }

  #failed(stage: number, thrown: unknown): void {
    this.#lastOutcomeAt = this.#now();
    const error = thrown instanceof Error ? thrown : new Error('unknown');
    const before = this.#failure;
    this.#failure = { stage: Math.max(stage, before?.stage ?? 0), error };
    if (before === null) this.options.onChange(error);
  }
}

const BOUNDS = { concurrency: 5, queue: 100, refusal: 'unavailable' } as const;

export async function openMailServer({ log }: Pick<Kit, 'log'>, config: IdentityConfig): Promise<MailServer | null> {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_WITHIN_MS: withinMs, MAIL_CHECK_MS: checkEveryMs } = config;
  if (url === undefined) return null;
  // Loaded on demand: it takes 2 MB.
  const { createSmtpMail } = await import('@earworm/service-kit/mail');
  const server = new MailServer(createSmtpMail({ url, from, withinMs, bounded: semaphore(BOUNDS) }), {
    checkEveryMs,
    onChange: (failure) => {
      if (failure === null) log.info('the mail server accepts mail again');
      else log.warn({ reason: reasonOf(failure) }, 'the mail server accepts no mail: password resets are refused');
    },
  });
  // So that the first health check finds a result.
  void server.check().catch(() => undefined);
  return server;
}
