import { type OperationsFrame, PROTOCOL_VERSION } from '@earworm/contracts';
import { Connection, type ConnectionOptions } from './connection.js';
import { ownReading } from './reading.js';
import type { SocketClass } from './socket.js';

export interface OperationsClientOptions {
  readonly url: string;
  /** Requested at every connect and when the server wants a new one, as for a game; must be an admin's. */
  readonly token: (atLeastMs?: number) => Promise<string>;
  readonly onFrame: (frame: OperationsFrame) => void;
  readonly onStatus: ConnectionOptions['onStatus'];
  readonly WebSocket?: SocketClass;
}

/** Watches the installation: one frame a second, through every reconnect, until closed. */
export function watchOperations({ url, token, onFrame, onStatus, ...options }: OperationsClientOptions) {
  const connection = new Connection({
    url,
    token,
    WebSocket: options.WebSocket ?? globalThis.WebSocket,
    random: Math.random,
    reading: ownReading,
    hello: (fresh) => ({ type: 'hello', topic: 'operations', protocol: PROTOCOL_VERSION, token: fresh }),
    ping: () => ({ type: 'ping', t: Date.now(), version: 0 }),
    onFrame: (frame) => {
      if (frame.type === 'operations') onFrame(frame);
    },
    onStatus,
  });
  connection.open();
  return { close: () => connection.close(), nudge: () => connection.nudge() };
}
