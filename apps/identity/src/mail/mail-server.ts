import { type MailServerState, RefusedError } from '@earworm/contracts';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { semaphore } from '@earworm/service-kit/resilience';
import { describeTlsError } from '@earworm/service-kit/tls-failure';
import type { Mail as Transporter } from 'nodemailer';
import type { Mail, MailPort } from '../accounts/password-resets.js';
import { reasonOf } from '../failures.js';
import type { IdentityConfig } from '../identity.config.js';

/** The server's reply is not quoted: it may name people. */
class MailError extends Error {
  override readonly name = 'MailError';
}

export interface MailServerOptions {
  readonly checkEveryMs: number;
  readonly now?: () => number;
}

export class MailServer implements MailPort {
  readonly #bounded = semaphore({ concurrency: 5, queue: 100, refusal: 'unavailable' });
  #checkedAt = -Infinity;
  #checked: Promise<void> = Promise.resolve();
  #isRefusing = false;
  #lost: MailError | null = null;

  constructor(
    private readonly transporter: Pick<Transporter, 'verify' | 'sendMail'>,
    private readonly options: MailServerOptions,
  ) {}

  get state(): MailServerState {
    return this.#isRefusing || this.#lost !== null ? 'failing' : 'accepting';
  }

  ready(): Promise<void> {
    const now = this.options.now?.() ?? performance.now();
    if (now - this.#checkedAt >= this.options.checkEveryMs) {
      this.#checkedAt = now;
      this.#checked = this.transporter.verify().then(
        () => void (this.#isRefusing = false),
        (error: unknown) => {
          this.#isRefusing = true;
          throw toMailError(error);
        },
      );
    }
    return this.#checked;
  }

  /** For health: also rejects after a lost mail, until the next one is accepted. */
  async check(): Promise<void> {
    await this.ready();
    if (this.#lost !== null) throw this.#lost;
  }

  async send(mail: Mail): Promise<void> {
    try {
      await this.#bounded(() => this.transporter.sendMail(mail));
      this.#lost = null;
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      throw (this.#lost = toMailError(error));
    }
  }
}

/** As a server that expects TLS from the start, on port 465. */
const NO_GREETING =
  'the mail server is silent: Greeting never received; if it expects TLS at once, SMTP_URL begins with smtps://';

function toMailError(error: unknown): MailError {
  const { responseCode, command, message } = error as Readonly<Record<string, unknown>>;
  if (typeof responseCode === 'number')
    return new MailError(`the mail server answered ${responseCode} to ${String(command)}`);
  const sentence = /^Greeting never received/.test(String(message)) ? NO_GREETING : describeTlsError(error);
  return new MailError(sentence ?? String(message), { cause: error });
}

/** A server silent this long after accepting a connection has lost the mail. */
const SOCKET_TIMEOUT_MS = 10_000;

export async function smtpTransporter(url: string, from: string, withinMs: number): Promise<Transporter> {
  // Loaded on demand: it takes 2 MB.
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: withinMs, greetingTimeout: withinMs, dnsTimeout: withinMs };
  return createTransport({ url, ...timeouts, socketTimeout: SOCKET_TIMEOUT_MS }, { from });
}

export async function openMailServer({ log }: Pick<Kit, 'log'>, config: IdentityConfig): Promise<MailServer | null> {
  const { SMTP_URL: url, MAIL_FROM: from, mailWithinMs: withinMs, mailCheckMs: checkEveryMs } = config;
  if (url === undefined) return null;
  const server = new MailServer(await smtpTransporter(url, from, withinMs), { checkEveryMs });
  // So that the first health check finds a result.
  server.ready().catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'the mail server accepts no mail'));
  return server;
}
