import { type Enter, leanEntrance } from './entrance.js';
import { GamesSession, type SessionShape } from './games-session.js';
import { signInGuest } from './guests.js';
import { startMetronome } from './metronome.js';

/** Played by this process. */
export class LoadSession extends GamesSession {
  constructor(
    serverUrls: readonly string[],
    shape: SessionShape,
    /** Called once for each game. */
    entrance: () => Enter = leanEntrance,
  ) {
    super(serverUrls, shape, { entrance, signIn: signInGuest, startMetronome });
  }
}
