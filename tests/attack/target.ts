import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { newId } from '@earworm/client';
import { PROTOCOL_VERSION, RULES, type ServerFrame } from '@earworm/contracts';
import { CategoryId, type Command, QuestionId } from '@earworm/rules';
import { type RawData, WebSocket } from 'ws';
import type { Guest } from '../load/guests.js';
import { phoneAt } from '../load/phones.js';
import { socketUrl } from '../load/sockets.js';

/** What does not answer within this hangs. */
const WITHIN_MS = 60_000;

export interface Wish {
  readonly method?: string;
  readonly token?: string;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
}

/** A stack, or a path of this machine: must not appear in a response. */
const INSIDE = /node_modules|\bat [\w.<>]+ \(|\/(?:apps|libs)\/[\w-]+\/(?:src|dist)\//;
export const tellsInside = (text: string): boolean => INSIDE.test(text);

export class Target {
  /** Each part of the battery uses its own addresses. */
  #addresses = Math.floor(Math.random() * 60_000);

  constructor(readonly url: string) {}

  get port(): number {
    return Number(new URL(this.url).port || 80);
  }

  address(): string {
    this.#addresses++;
    return `198.${18 + ((this.#addresses >> 16) & 1)}.${(this.#addresses >> 8) & 255}.${this.#addresses & 255}`;
  }

  /** Tokens of so many guests, in turn, so that a limit per user does not end the attack. */
  async tokensOf(guests: number): Promise<() => string> {
    const tokens = await Promise.all(Array.from({ length: guests }, async () => (await this.guest()).token()));
    let next = 0;
    return () => tokens[next++ % tokens.length] ?? '';
  }

  guest(address = this.address()): Promise<Guest> {
    return phoneAt(this.url, address);
  }

  async send(path: string, { method = 'GET', token, body, headers = {}, address, signal }: Wish = {}): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        // A form names its own type.
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(address === undefined ? {} : { 'x-forwarded-for': address }),
        ...headers,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(WITHIN_MS), ...(signal === undefined ? [] : [signal])]),
    });
    const text = await response.text();
    return { status: response.status, text, code: codeIn(text) };
  }

  /** Sends these bytes and collects the response until the connection closes. */
  async say(bytes: string): Promise<string> {
    const tcp = connect(this.port, new URL(this.url).hostname);
    tcp.on('error', () => undefined);
    tcp.setTimeout(WITHIN_MS, () => tcp.destroy());
    let received = '';
    tcp.on('data', (data) => (received += data.toString('latin1')));
    tcp.end(bytes);
    await new Promise<void>((resolve) => tcp.once('close', () => resolve()));
    return received;
  }

  /** A game with one question, and its moderator. */
  async game(moderator: Guest): Promise<{ gameId: string; gameCode: string }> {
    const question = { questionId: QuestionId.parse('q1'), youtubeLink: 'https://youtu.be/dQw4w9WgXcQ', clipId: null };
    const categories = [
      {
        categoryId: CategoryId.parse('c1'),
        name: 'One',
        questions: [{ ...question, youtubeSongName: 'Song', answer: 'Answer', points: 100 }],
      },
    ];
    const body = { requestId: newId(), moderatorName: 'Maria', quiz: 'empty' as const, categories };
    return moderator.http.call('createGame', { body });
  }

  socket(headers: Readonly<Record<string, string>> = {}): Promise<Socket> {
    return Socket.open(this.url, headers);
  }

  /** Opens, sends a hello, and waits for the first frame of the game. */
  async enter(gameId: string, as: 'player' | 'moderator', phone: Guest): Promise<Socket> {
    const socket = await this.socket(phone.headers);
    socket.hello({ gameId, as, token: await phone.token() });
    await socket.until(() => socket.received.some(({ type }) => type === 'snapshot'));
    return socket;
  }
}

function codeIn(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && 'code' in parsed ? String(parsed.code) : undefined;
  } catch {
    return undefined;
  }
}

/** A socket that sends arbitrary frames. */
export class Socket {
  readonly received: ServerFrame[] = [];
  closedWith: number | null = null;

  private constructor(readonly ws: WebSocket) {
    ws.on('message', (data: RawData) => this.received.push(JSON.parse(String(data)) as ServerFrame));
    ws.on('close', (code) => (this.closedWith = code));
    ws.on('error', () => undefined);
  }

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<Socket> {
    const socket = new Socket(new WebSocket(socketUrl(url), { perMessageDeflate: false, headers }));
    await once(socket.ws, 'open');
    return socket;
  }

  hello(wish: object): void {
    this.say({ type: 'hello', protocol: PROTOCOL_VERSION, rules: RULES, as: 'player', ...wish });
  }
  say(frame: object): void {
    this.ws.send(JSON.stringify(frame));
  }
  /** Gives a command under an id that is not used again. */
  give(command: Command | { readonly type: string }): string {
    const id = newId();
    this.say({ type: 'command', id, command });
    return id;
  }
  /** What a command is answered; 'closed' when the socket is. */
  async answer(command: Command | { readonly type: string }): Promise<string> {
    const id = this.give(command);
    let found: string | undefined;
    await this.until(() => {
      const answer = this.received.find((frame) => frame.type === 'answer' && frame.id === id);
      if (answer?.type === 'answer') found = answer.ok ? 'ok' : answer.code;
      else if (this.closedWith !== null) found = 'closed';
      return found !== undefined;
    });
    return found ?? '';
  }
  async until(holds: () => boolean): Promise<void> {
    await eventually(() => {
      if (!holds()) throw new Error('the socket was not told');
    }, WITHIN_MS);
  }
  async closed(): Promise<number> {
    await this.until(() => this.closedWith !== null);
    return this.closedWith ?? 0;
  }
  end(): void {
    this.ws.terminate();
  }
}
