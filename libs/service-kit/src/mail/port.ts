export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Sends one mail. Rejects when it could not be handed over; the caller decides what that means to the user. */
export interface MailPort {
  send(mail: Mail): Promise<void>;
}
