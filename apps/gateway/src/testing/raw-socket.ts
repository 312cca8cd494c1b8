import { PROTOCOL_VERSION, RULES, type ServerFrame, ServerFrame as ServerFrameSchema } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { once } from 'node:events';
import { type ClientOptions, type RawData, WebSocket } from 'ws';

const PING_EVERY_MS = 5_000;
const NOT_YET = new Error('not yet');

type Of<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>;

export interface HelloWish {
  readonly gameId: string;
  readonly token: string;
  readonly as?: 'player' | 'moderator' | 'stage' | 'observer';
  readonly since?: { logId: string; version: number };
  readonly rules?: number;
  readonly protocol?: number;
  readonly stageKey?: string;
}

/** A WebSocket without the client library: sends any frame, stores received frames and validates each. */
export class RawSocket {
  readonly received: ServerFrame[] = [];
  closedWith: number | null = null;
  /** The cookies that the upgrade's answer set, with attributes; empty: none. */
  setCookie = '';

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: RawData) => this.#receive(ServerFrameSchema.parse(JSON.parse(String(data)))));
    socket.on('upgrade', ({ headers }) => (this.setCookie = (headers['set-cookie'] ?? []).join('\n')));
    socket.on('close', (code) => (this.closedWith = code));
    socket.on('error', () => undefined);
  }

  static async open(url: string, options: ClientOptions = {}): Promise<RawSocket> {
    const raw = new RawSocket(new WebSocket(url, { perMessageDeflate: false, ...options }));
    await once(raw.socket, 'open');
    return raw;
  }

  /** Opens, sends the hello and waits for the first frame of the game. */
  static async join(url: string, wish: HelloWish): Promise<RawSocket> {
    const raw = await RawSocket.open(url);
    raw.hello(wish);
    await raw.until(() => raw.received.some(({ type }) => type === 'snapshot' || type === 'events'));
    return raw;
  }

  hello({ as = 'player', rules = RULES, protocol = PROTOCOL_VERSION, ...wish }: HelloWish): void {
    this.send({ type: 'hello', protocol, rules, as, ...wish });
  }
  send(frame: object): void {
    this.socket.send(JSON.stringify(frame));
  }

  /**
   * Drops padding, which has done its work in transit: stored by every socket, it would be the memory that a spec
   * measures.
   */
  #receive(frame: ServerFrame): void {
    if (frame.type === 'events') for (const event of frame.list) if ('padding' in event) delete event['padding'];
    this.received.push(frame);
  }

  of<T extends ServerFrame['type']>(type: T): Of<T>[] {
    return this.received.filter((frame): frame is Of<T> => frame.type === type);
  }
  /** Every version that this socket received, in order, the snapshot's first. */
  get versions(): number[] {
    return this.received.flatMap((frame) => {
      if (frame.type === 'snapshot') return [frame.version];
      return frame.type === 'events' ? frame.list.map(({ v }) => v) : [];
    });
  }

  async until(check: () => boolean): Promise<void> {
    const look = () => {
      if (!check()) throw NOT_YET;
    };
    await eventually(look).catch((error: unknown) => {
      if (error !== NOT_YET) throw error;
      const last = JSON.stringify(this.received).slice(-2_000);
      throw new Error(`condition not met; closed with ${this.closedWith}; received last: …${last}`);
    });
  }
  async closed(): Promise<number> {
    await this.until(() => this.closedWith !== null);
    return this.closedWith ?? 0;
  }
  /** Resolves when the gateway has answered a ping: everything it sent before has arrived. */
  async pong(): Promise<void> {
    const before = this.of('pong').length;
    this.send({ type: 'ping', t: 1, version: 1 });
    await this.until(() => this.of('pong').length > before);
  }
  /** Pings as the client does, so that the gateway keeps the socket over a long wait. */
  keepAlive(): this {
    const pings = setInterval(() => this.send({ type: 'ping', t: 1, version: 1 }), PING_EVERY_MS);
    this.socket.on('close', () => clearInterval(pings));
    return this;
  }
  close(): void {
    this.socket.close();
  }
}
