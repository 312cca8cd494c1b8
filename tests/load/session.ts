import { type ConnectClient, leanClients } from './lean-clients.js';
import { GamesSession, type SessionShape } from './games-session.js';
import { signInGuest } from './guests.js';
import { startArrivals } from './arrivals.js';

/** Played by this process. */
export class LoadSession extends GamesSession {
  constructor(
    serverUrls: readonly string[],
    shape: SessionShape,
    /** Called once for each game. */
    clientFactory: () => ConnectClient = leanClients,
  ) {
    super(serverUrls, shape, { clientFactory, signIn: signInGuest, startArrivals });
  }
}
