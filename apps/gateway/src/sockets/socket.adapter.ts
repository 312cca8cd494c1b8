import type { INestApplication, WebSocketAdapter } from '@nestjs/common';
import { FRAME_LIMITS } from '@earworm/contracts';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { holdsToken } from '../wire/request.js';
import { FairTurns } from '../fan-out/fair-turns.js';
import { ARRIVALS_PER_TURN } from '../fan-out/scheduler.js';

const LIMITS = {
  /** `ws` would accept any offered subprotocol. */
  handleProtocols: () => false as const,
  maxPayload: FRAME_LIMITS.maxBytes,
  /** Our clients do not fragment. */
  maxFragments: 8,
  maxBufferedChunks: 256,
  maxPendingAutoPongs: 32,
  closeTimeout: 2_000,
};

export interface SocketServerOptions {
  readonly path: string;
}

/** The name of this reason in metrics. */
const ABOVE_ADDRESS_LIMIT = 'address-ceiling';

/** Checked before anything is spent on the socket. */
export interface ConnectRule {
  readonly mayConnect: (request: IncomingMessage) => boolean;
  readonly isWithinAddressLimit: (request: IncomingMessage) => boolean;
  readonly addressOf: (request: IncomingMessage) => string | null;
  readonly enter: (request: IncomingMessage) => (() => void) | null;
  readonly onUpgrade: (request: IncomingMessage, headers: string[]) => void;
  readonly onRefused: (
    reason: 'foreign-origin' | typeof ABOVE_ADDRESS_LIMIT | 'token-in-url',
    request: IncomingMessage,
  ) => void;
}

/** `ws` on the application's HTTP server, without compression. */
export class SocketAdapter implements WebSocketAdapter<WebSocketServer, WebSocket, SocketServerOptions> {
  #stopListening: () => void = () => undefined;

  constructor(
    private readonly app: Pick<INestApplication, 'getHttpServer'>,
    private readonly rule: ConnectRule,
  ) {}

  create(_port: number, options: SocketServerOptions): WebSocketServer {
    const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, ...LIMITS });
    server.on('headers', (headers, request) => this.rule.onUpgrade(request, headers));
    const arrivals = new FairTurns(ARRIVALS_PER_TURN);
    const http: Server = this.app.getHttpServer();
    const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (request.url?.split('?')[0] !== options.path) return refuse(socket, '404 Not Found');
      if (holdsToken(request.url)) {
        this.rule.onRefused('token-in-url', request);
        return refuse(socket, '400 Bad Request');
      }
      if (!this.rule.mayConnect(request)) {
        this.rule.onRefused('foreign-origin', request);
        return refuse(socket, '403 Forbidden');
      }
      if (!this.rule.isWithinAddressLimit(request)) {
        this.rule.onRefused(ABOVE_ADDRESS_LIMIT, request);
        return refuse(socket, '429 Too Many Requests');
      }
      const leave = this.rule.enter(request);
      if (leave === null) return refuse(socket, '503 Service Unavailable');
      socket.once('close', leave);
      socket.on('error', ignore);
      arrivals.run(this.rule.addressOf(request), () => {
        socket.off('error', ignore);
        if (socket.destroyed) return;
        server.handleUpgrade(request, socket, head, (client) => server.emit('connection', client, request));
      });
    };
    http.on('upgrade', upgrade);
    this.#stopListening = () => void http.off('upgrade', upgrade);
    return server;
  }

  bindClientConnect(server: WebSocketServer, handler: (client: WebSocket, request: IncomingMessage) => void): void {
    server.on('connection', handler);
  }

  /** Frames are handled by `Sockets`. */
  bindMessageHandlers(): void {}

  async close(server: WebSocketServer): Promise<void> {
    this.#stopListening();
    for (const client of server.clients) client.terminate();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  async dispose(): Promise<void> {}
}

const ignore = () => undefined;

function refuse(socket: Duplex, status: string): void {
  socket.on('error', ignore);
  // Else a client that never closes its side would keep it open.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
