import { type MailServerState, RefusedError } from '@earworm/contracts';
import type { Mail, MailPort, MailDelivery, SmtpMail } from '@earworm/service-kit/mail';

/** How far a mail gets. What worked clears a failure at the same place or before it, not one behind it. */
const CONNECTION = 1;
const RECIPIENT = 2;
const DELIVERY = 3;

export interface MailServerTerms {
  /** How long an outcome counts before the server is tried again, when somebody asks how it is. */
  readonly checkEveryMs: number;
  /** Called once when it begins to fail, and once (with null) when it accepts mail again. */
  readonly onChange: (failure: Error | null) => void;
  readonly now?: () => number;
}

/** The mail server, and whether it accepts mail as far as its last outcomes tell. */
export class MailServer implements MailPort {
  #failure: { readonly at: number; readonly error: Error } | null = null;
  #heardAt = -Infinity;
  #checking: Promise<void> | null = null;
  readonly #now: () => number;

  constructor(
    private readonly smtp: SmtpMail,
    private readonly terms: MailServerTerms,
  ) {
    this.#now = terms.now ?? (() => performance.now());
  }

  get state(): MailServerState {
    return this.#failure === null ? 'accepting' : 'failing';
  }

  /**
   * While the last mails were accepted and then lost, every offer is refused, and its mail is tried all the same: only a
   * mail that is taken shows that mails are taken again.
   */
  async offer(to: string, write: () => Promise<Mail | null>): Promise<MailDelivery> {
    let isMail = false;
    const written = async () => {
      const mail = await write();
      isMail = mail !== null;
      return mail;
    };
    const offered = await this.smtp.offer(to, written).catch((error: unknown) => {
      // A full line says nothing of the server.
      if (!(error instanceof RefusedError)) this.#failed(RECIPIENT, error);
      throw error;
    });
    this.#worked(RECIPIENT);
    offered.delivered.then(
      () => isMail && this.#worked(DELIVERY),
      (error: unknown) => this.#failed(DELIVERY, error),
    );
    if (this.#failure !== null) throw this.#failure.error;
    return offered;
  }

  /** Rejects while the server accepts no mail. Tries it when the last outcome is old, and waits for that unless it fails anyway. */
  async check(): Promise<void> {
    if (this.#now() - this.#heardAt >= this.terms.checkEveryMs) this.#checking ??= this.#try();
    if (this.#failure === null) await this.#checking;
    if (this.#failure !== null) throw this.#failure.error;
  }

  close(): void {
    this.smtp.close();
  }

  onApplicationShutdown(): void {
    this.close();
  }

  #try(): Promise<void> {
    return this.smtp
      .check()
      .then(
        () => this.#worked(CONNECTION),
        (error: unknown) => {
          if (!(error instanceof RefusedError)) this.#failed(CONNECTION, error);
        },
      )
      .finally(() => (this.#checking = null));
  }

  #worked(at: number): void {
    this.#heardAt = this.#now();
    if (this.#failure === null || this.#failure.at > at) return;
    this.#failure = null;
    this.terms.onChange(null);
  }

  #failed(at: number, thrown: unknown): void {
    this.#heardAt = this.#now();
    const error = thrown instanceof Error ? thrown : new Error('unknown');
    const before = this.#failure;
    this.#failure = { at: Math.max(at, before?.at ?? 0), error };
    if (before === null) this.terms.onChange(error);
  }
}
