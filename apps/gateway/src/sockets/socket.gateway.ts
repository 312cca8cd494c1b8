import { type BeforeApplicationShutdown, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type OnGatewayConnection, WebSocketGateway } from '@nestjs/websockets';
import { SOCKET_PATH } from '@earworm/contracts';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { CONFIG } from '@earworm/service-kit/bootstrap';
import type { GatewayConfig } from '../gateway.config.js';
import { LIFECYCLE } from '../gateway.tokens.js';
import { endLines } from '../wire/end-lines.js';
import { Sockets } from './sockets.js';

/** As long as the slowest command may take. */
const REQUESTS_WITHIN_MS = 4_000;

export interface Lifecycle {
  start(): void;
  /** Not ready any more, goodbye to everybody, then quiet. */
  stop(): Promise<void>;
}

/** Where Nest hands over: each connection goes to the sockets, the shutdown to their goodbye. */
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
    endLines(this.http.httpAdapter.getHttpServer(), Math.min(this.config.DRAIN_MS, REQUESTS_WITHIN_MS));
  }
}
