import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** Where it refuses: at the greeting, at a command, or after the whole mail. */
export type MailRefusal = 'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'end';

export interface TestMailServer {
  readonly url: string;
  /** Changes its behaviour from now on; `silent`: accepts connections and never answers. */
  refusal: MailRefusal | 'silent' | null;
  /** The mails that it accepted, whole. */
  readonly mails: { readonly to: string; readonly text: string }[];
  /** The commands of each conversation, the oldest first. */
  readonly conversations: (readonly string[])[];
  /** Open conversations. */
  readonly open: number;
  close(): Promise<void>;
}

/** A mail server for specs, on a given port or any free one; with a certificate, with TLS from the start. */
export async function startMailServer(
  port = 0,
  certificate?: { readonly cert: string; readonly key: string },
): Promise<TestMailServer> {
  const sockets = new Set<Socket>();
  const take = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    converse(socket);
  };
  const server = certificate === undefined ? createServer(take) : createTlsServer(certificate, take);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const own: TestMailServer = {
    url: `${certificate === undefined ? 'smtp' : 'smtps'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusal: null,
    mails: [],
    conversations: [],
    get open() {
      return sockets.size;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((closed) => server.close(closed));
    },
  };
  return own;

  function converse(socket: Socket): void {
    const commands: string[] = [];
    own.conversations.push(commands);
    if (own.refusal === 'silent') return;
    socket.write(own.refusal === 'greeting' ? '554 no service\r\n' : '220 spec ESMTP\r\n');
    let [rest, to, text] = ['', '', ''];
    let isData = false;
    const takeLine = (line: string) => {
      if (isData && line !== '.') return void (text += `${line}\n`);
      if (isData) {
        isData = false;
        if (own.refusal === 'end') return void socket.write(`554 no mail for ${to}\r\n`);
        own.mails.push({ to, text });
        return void socket.write('250 taken\r\n');
      }
      commands.push(line);
      const [verb = ''] = line.split(' ');
      if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
      if (verb === own.refusal) socket.write(`550 nobody like ${to}\r\n`);
      else if (verb === 'QUIT') socket.end('221 bye\r\n');
      else if (verb === 'DATA') {
        [isData, text] = [true, ''];
        socket.write('354 go on\r\n');
      } else socket.write('250 ok\r\n');
    };
    socket.on('data', (chunk) => {
      const lines = (rest + String(chunk)).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(takeLine);
    });
  }
}
