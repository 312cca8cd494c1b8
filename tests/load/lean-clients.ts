import { createGameClient, type GameClient } from '@earworm/client';
import { sharedReading } from '@earworm/client/testing/shared-reading';
import type { Guest } from './guests.js';
import { type LeanSocket, leanSockets, ReceivedTexts } from './lean-socket.js';
import { socketUrl } from './sockets.js';

interface Seat {
  readonly gameId: string;
  readonly as: 'player' | 'moderator';
  readonly guest: Guest;
}

/** Makes the client of one seat; it connects at once. */
export type ConnectClient = (seat: Seat) => GameClient;

/** As cheap as can be: hundreds of phones' work must not be done on the cores of the server that is measured. */
export function leanClients(onCreated?: (socket: LeanSocket) => void): ConnectClient {
  const reading = sharedReading();
  const shared = { texts: new ReceivedTexts(), ...(onCreated && { onCreated }) };
  return ({ gameId, as, guest }) =>
    createGameClient({
      ...{ url: socketUrl(guest.serverUrl), gameId, as, token: guest.token },
      ...{ WebSocket: leanSockets(guest.headers, shared), reading },
    });
}
