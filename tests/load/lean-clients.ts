import { createGameClient, type EnteredSocket, type GameClient, type SocketClass } from '@earworm/client';
import { sharedReading } from '@earworm/client/testing/shared-reading';
import type { DeskId } from '@earworm/rules';
import type { Guest } from './guests.js';
import { leanSockets, ReceivedTexts, type SharedBySockets } from './lean-socket.js';
import { socketUrl } from './sockets.js';

interface Seat {
  readonly gameId: string;
  readonly as: 'player' | 'moderator';
  readonly guest: Guest;
  /** Id of a desk that plays the music. */
  readonly desk?: DeskId;
  /** Of a player who has arrived by it. */
  readonly entered?: EnteredSocket;
}

/** Makes the client of one seat; it connects at once. */
export interface ConnectClient {
  (seat: Seat): GameClient;
  /** What phones of this game arrive by; absent: they sign in, connect and join one after the other. */
  readonly sockets?: (headers: Guest['headers']) => SocketClass;
}

/** As cheap as can be: hundreds of phones' work must not be done on the cores of the server that is measured. */
export function leanClients(hooks: Omit<SharedBySockets, 'texts'> = {}): ConnectClient {
  const reading = sharedReading();
  const shared = { texts: new ReceivedTexts(), ...hooks };
  const connect = ({ gameId, as, guest, entered, desk }: Seat) =>
    createGameClient({
      ...{ url: socketUrl(guest.serverUrl), gameId, as, token: guest.token, entered, desk },
      ...{ WebSocket: leanSockets(guest.headers, shared), reading },
    });
  return Object.assign(connect, { sockets: (headers: Guest['headers']) => leanSockets(headers, shared) });
}
