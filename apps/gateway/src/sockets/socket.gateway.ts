import { type BeforeApplicationShutdown, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type OnGatewayConnection, WebSocketGateway } from '@nestjs/websockets';
import { SOCKET_PATH } from '@earworm/contracts';
import type { IncomingMessage, Server } from 'node:http';
import type { WebSocket } from 'ws';
import { CONFIG } from '@earworm/service-kit/bootstrap';
import type { GatewayConfig } from '../gateway.config.js';
import { LIFECYCLE } from '../gateway.tokens.js';
import { Sockets } from './sockets.js';

const REQUESTS_WITHIN_MS = 4_000;

export interface Lifecycle {
  start(): void;
  stop(): Promise<void>;
}

@WebSocketGateway({ path: SOCKET_PATH })
export class SocketGateway implements OnGatewayConnection, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(LIFECYCLE) private readonly lifecycle: Lifecycle,
    @Inject(Sockets) private readonly sockets: Sockets,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'DRAIN_MS'>,
    @Inject(HttpAdapterHost) private readonly http: HttpAdapterHost,
  ) {}

  onApplicationBootstrap(): void {
    this.lifecycle.start();
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    this.sockets.accept(socket, request);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.lifecycle.stop();
    closeConnections(this.http.httpAdapter.getHttpServer(), Math.min(this.config.DRAIN_MS, REQUESTS_WITHIN_MS));
  }
}

const CLOSE_IDLE_EVERY_MS = 20;

/** Lets a closing server finish: idle connections at once, all others after `withinMs`. */
function closeConnections(server: Server, withinMs: number): void {
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS).unref();
  const all = setTimeout(() => server.closeAllConnections(), withinMs).unref();
  server.once('close', () => {
    clearInterval(idle);
    clearTimeout(all);
  });
}
