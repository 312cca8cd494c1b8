export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface Offered {
  /** Settles when the mail was handed over, or when it is known that there is none. Rejects when it was lost. */
  readonly delivered: Promise<void>;
}

/** Where mail goes. */
export interface MailPort {
  /**
   * Resolves as soon as it is known that mail to this address is accepted, and rejects when it is not. Only then `write` is
   * asked for the mail; null sends none. So it takes the same time, and fails in the same way, whether or not there is one.
   */
  offer(to: string, write: () => Promise<Mail | null>): Promise<Offered>;
}
