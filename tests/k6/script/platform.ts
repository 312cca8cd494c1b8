import { createGameClient } from '@earworm/client';
import { sharedReading } from '@earworm/client/testing/shared-reading';
import type { ConnectClient } from '../../load/lean-clients.js';
import type { Platform } from '../../load/games-session.js';
import { socketUrl } from '../../load/sockets.js';
import type { Tally } from '../../load/tally.js';
import { startArrivals } from './arrivals.js';
import type { Guest } from '../../load/guests.js';
import { phoneHeaders, signInGuest } from './guests.js';
import { type CuttableSocket, socketsWith } from './socket.js';

/** Games as Node plays them, on k6's sockets, requests and clock. */
export function k6Platform(tally: Tally, onSocket?: (socket: CuttableSocket) => void): Platform {
  const clientFactory = (): ConnectClient => {
    const reading = sharedReading();
    const sockets = (headers: Guest['headers']) => socketsWith(headers, onSocket);
    const connect: ConnectClient = ({ gameId, as, guest, entered }) =>
      createGameClient({
        ...{ url: socketUrl(guest.serverUrl), gameId, as, token: guest.token, reading, entered },
        WebSocket: sockets(guest.headers),
      });
    return Object.assign(connect, { sockets });
  };
  return { clientFactory, signIn: signInGuest, headers: phoneHeaders, startArrivals, tally };
}
