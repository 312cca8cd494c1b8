import { PROTOCOL_VERSION, type ShowFrame, type ShowId } from '@earworm/contracts';
import { Connection, type ConnectionOptions } from './connection.js';
import { ownReading } from './reading.js';
import type { SocketClass } from './socket.js';

export interface ShowClientOptions {
  readonly url: string;
  readonly showId: ShowId;
  /** Requested at every connect and when the server wants a new one, as for a game; must be of a member of the staff. */
  readonly token: (atLeastMs?: number) => Promise<string>;
  readonly onFrame: (frame: ShowFrame) => void;
  readonly onStatus: ConnectionOptions['onStatus'];
  readonly WebSocket?: SocketClass;
}

/** Watches the rooms of an event, through every reconnect, until closed. */
export function watchShow({ url, showId, token, onFrame, onStatus, ...options }: ShowClientOptions) {
  const connection = new Connection({
    url,
    token,
    WebSocket: options.WebSocket ?? globalThis.WebSocket,
    random: Math.random,
    reading: ownReading,
    hello: (fresh) => ({ type: 'hello', topic: 'show', protocol: PROTOCOL_VERSION, token: fresh, showId }),
    ping: () => ({ type: 'ping', t: Date.now(), version: 0 }),
    onFrame: (frame) => {
      if (frame.type === 'show') onFrame(frame);
    },
    onStatus,
  });
  connection.open();
  return { close: () => connection.close(), nudge: () => connection.nudge() };
}
