import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Mail, MailPort, Offered } from './port.js';

/** A server that is silent for so long after it has accepted an address has lost the mail. */
const SILENT_MS = 10_000;

export interface SmtpOptions {
  /** As in `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string;
  /** As in `Earworm <quiz@example.org>`. */
  readonly from: string;
  /** Until the server has accepted an address, or it counts as refused. */
  readonly withinMs: number;
  /** Bounds the conversations at once, and those that wait for one: a mail server counts the connections of one sender. */
  readonly bounded: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface SmtpMail extends MailPort {
  /** Connects and logs in. Rejects when the server lets nobody send mail. */
  check(): Promise<void>;
  /** Ends what is under way. */
  close(): void;
}

/** What a mail server did not take. The message quotes nothing that it said: that may name people. */
export class MailError extends Error {
  override readonly name = 'MailError';
}

/** How a conversation ends: in words, or by hanging up in the middle. */
type Goodbye = 'quit' | 'close';

export function createSmtpMail({ url, from, withinMs, bounded }: SmtpOptions): SmtpMail {
  const { auth, ...server } = parseConnectionUrl(url);
  const timeouts = { connectionTimeout: withinMs, greetingTimeout: withinMs, dnsTimeout: withinMs };
  const open = new Set<SMTPConnection>();
  let isClosed = false;

  /** One connection, for as long as `work` takes; ends early when the server does, or at the signal. */
  async function converse(signal: AbortSignal, work: (connection: SMTPConnection) => Promise<Goodbye>): Promise<void> {
    signal.throwIfAborted();
    if (isClosed) throw new MailError('the process is stopping');
    const connection = new SMTPConnection({ ...server, ...timeouts, socketTimeout: SILENT_MS });
    open.add(connection);
    const ended = new Promise<never>((_, reject) => {
      connection.on('error', reject);
      connection.on('end', () => {
        open.delete(connection);
        reject(new MailError('the mail server closed the connection'));
      });
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    try {
      const goodbye = await Promise.race([ended, logIn(connection).then(() => work(connection))]);
      connection[goodbye]();
    } catch (error) {
      connection.close();
      throw explained(error);
    }
  }

  async function logIn(connection: SMTPConnection): Promise<void> {
    await called((done) => connection.connect(done));
    if (auth && connection.allowsAuth) await called((done) => connection.login(auth, done));
  }

  async function send(
    connection: SMTPConnection,
    to: string,
    write: () => Promise<Mail | null>,
    onAccepted: () => void,
  ): Promise<Goodbye> {
    const { promise: nothing, resolve: hasNothing } = Promise.withResolvers<void>();
    let isAsked = false;
    const message = new Readable({
      // Nothing is read before the server has accepted sender and recipient and waits for the mail.
      read() {
        if (isAsked) return;
        isAsked = true;
        onAccepted();
        write().then(
          async (mail) => {
            if (mail === null) return hasNothing();
            this.push(await new MailComposer({ from, ...mail }).compile().build());
            this.push(null);
          },
          (error: Error) => void this.destroy(error),
        );
      },
    });
    const envelope = new MailComposer({ from, to }).compile().getEnvelope();
    const sent = called((done) => connection.send(envelope, message, done));
    // A server drops a mail that does not end: then there was none.
    return Promise.race([sent.then(() => 'quit' as const), nothing.then(() => 'close' as const)]);
  }

  /** Starts one conversation, with as long as it may take until `onAccepted` is called. */
  function start(work: (connection: SMTPConnection, onAccepted: () => void) => Promise<Goodbye>) {
    const accepted = Promise.withResolvers<void>();
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new MailError(`the mail server accepted nothing within ${withinMs} ms`)),
      withinMs,
    );
    const onAccepted = () => {
      clearTimeout(timer);
      accepted.resolve();
    };
    late.signal.addEventListener('abort', () => accepted.reject(late.signal.reason as Error));
    const delivered = bounded(() => converse(late.signal, (connection) => work(connection, onAccepted)));
    delivered.catch(accepted.reject).finally(() => clearTimeout(timer));
    return { accepted: accepted.promise, delivered };
  }

  return {
    async offer(to, write): Promise<Offered> {
      const { accepted, delivered } = start((connection, onAccepted) => send(connection, to, write, onAccepted));
      await accepted;
      return { delivered };
    },
    check: () =>
      start(async (_, onAccepted) => {
        onAccepted();
        return 'quit';
      }).accepted,
    close: () => {
      isClosed = true;
      for (const connection of open) connection.close();
    },
  };
}

const called = (start: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => start((error) => (error ? reject(error) : resolve())));

function explained(error: unknown): MailError {
  if (error instanceof MailError) return error;
  const { responseCode, command, message } = error as Readonly<Record<string, unknown>>;
  if (typeof responseCode === 'number')
    return new MailError(`the mail server answered ${responseCode} to ${String(command)}`);
  return new MailError(typeof message === 'string' ? message : 'unknown', { cause: error });
}
