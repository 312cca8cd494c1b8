import { type BeforeApplicationShutdown, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type OnGatewayConnection, WebSocketGateway } from '@nestjs/websockets';
import { SOCKET_PATH } from '@earworm/contracts';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import { endLines } from '../wire/end-lines.js';

/** As long as the slowest command may take. */
const REQUESTS_WITHIN_MS = 4_000;

/** Where Nest hands over: each connection goes to the sockets, the shutdown to their goodbye. */
@WebSocketGateway({ path: SOCKET_PATH })
export class SocketGateway implements OnGatewayConnection, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(EDGE) private readonly edge: Edge,
    @Inject(HttpAdapterHost) private readonly http: HttpAdapterHost,
  ) {}

  onApplicationBootstrap(): void {
    this.edge.start();
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    this.edge.sockets.accept(socket, request);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.edge.stop();
    endLines(this.http.httpAdapter.getHttpServer(), Math.min(this.edge.config.DRAIN_MS, REQUESTS_WITHIN_MS));
  }
}
