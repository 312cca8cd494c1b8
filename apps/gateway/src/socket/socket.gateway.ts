import { type BeforeApplicationShutdown, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { type OnGatewayConnection, WebSocketGateway } from '@nestjs/websockets';
import { SOCKET_PATH } from '@earworm/contracts';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';

/** Where Nest hands over: each connection goes to the sockets, the shutdown to their goodbye. */
@WebSocketGateway({ path: SOCKET_PATH })
export class SocketGateway implements OnGatewayConnection, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  onApplicationBootstrap(): void {
    this.edge.start();
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    this.edge.sockets.accept(socket, request);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.edge.stop();
  }
}
