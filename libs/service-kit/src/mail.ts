import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** A server silent this long after accepting an address has lost the mail. */
const SOCKET_TIMEOUT_MS = 10_000;

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…` */
  readonly url: string;
  readonly from: string;
  readonly withinMs: number;
  /** Bounds concurrent connections: mail servers limit them per sender. */
  readonly bounded: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface SmtpMail extends MailPort {
  check(): Promise<void>;
  close(): void;
}

/** The server's reply is not quoted: it may name people. */
export class MailError extends Error {
  override readonly name = 'MailError';
}

type Ending = 'quit' | 'close';

export function createSmtpMail({ url, from, withinMs, bounded }: SmtpOptions): SmtpMail {
  const { auth, ...server } = parseConnectionUrl(url);
  const timeouts = { connectionTimeout: withinMs, greetingTimeout: withinMs, dnsTimeout: withinMs };
  const open = new Set<SMTPConnection>();
  let isClosed = false;

  async function withConnection(
    signal: AbortSignal,
    work: (connection: SMTPConnection) => Promise<Ending>,
  ): Promise<void> {
    signal.throwIfAborted();
    if (isClosed) throw new MailError('the process is stopping');
    const connection = new SMTPConnection({ ...server, ...timeouts, socketTimeout: SOCKET_TIMEOUT_MS });
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
      const ending = await Promise.race([ended, logIn(connection).then(() => work(connection))]);
      connection[ending]();
    } catch (error) {
      connection.close();
      throw toMailError(error);
    }
  }

  async function logIn(connection: SMTPConnection): Promise<void> {
    await promised((done) => connection.connect(done));
    if (auth && connection.allowsAuth) await promised((done) => connection.login(auth, done));
  }

  async function send(
    connection: SMTPConnection,
    to: string,
    write: () => Promise<Mail | null>,
    onAccepted: () => void,
  ): Promise<Ending> {
    const { promise: nothing, resolve: hasNothing } = Promise.withResolvers<void>();
    let isRequested = false;
    const message = new Readable({
      read() {
        if (isRequested) return;
        isRequested = true;
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
    const sent = promised((done) => connection.send(envelope, message, done));
    // The server drops an unfinished mail.
    return Promise.race([sent.then(() => 'quit' as const), nothing.then(() => 'close' as const)]);
  }

  function start(work: (connection: SMTPConnection, onAccepted: () => void) => Promise<Ending>) {
    const accepted = Promise.withResolvers<void>();
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new MailError(`the mail server accepted nothing within ${withinMs} ms`)),
      withinMs,
    );
    const onAccepted = () => {
      clearTimeout(timer);
      accepted.resolve();
    };
    timeout.signal.addEventListener('abort', () => accepted.reject(timeout.signal.reason as Error));
    const delivered = bounded(() => withConnection(timeout.signal, (connection) => work(connection, onAccepted)));
    delivered.catch(accepted.reject).finally(() => clearTimeout(timer));
    return { accepted: accepted.promise, delivered };
  }

  return {
    async offer(to, write): Promise<MailDelivery> {
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

const promised = (start: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => start((error) => (error ? reject(error) : resolve())));

function toMailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  const { responseCode, command, message } = error as Readonly<Record<string, unknown>>;
  if (typeof responseCode === 'number')
    return new MailError(`the mail server answered ${responseCode} to ${String(command)}`);
  return new MailError(typeof message === 'string' ? message : 'unknown', { cause: error });
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailDelivery {
  /** Settles on delivery or when there is no mail. Rejects when it was lost. */
  readonly delivered: Promise<void>;
}

export interface MailPort {
  /** Calls `write` once the server accepts the address; null sends nothing, and neither timing nor errors reveal it. */
  offer(to: string, write: () => Promise<Mail | null>): Promise<MailDelivery>;
}
