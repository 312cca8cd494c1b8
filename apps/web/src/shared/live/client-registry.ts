import type { ClientState, EnteredSocket, GameClient } from '@earworm/client';
import type { Role } from '@earworm/rules';

/** The next screen of the same game reuses the client. */
const LINGER_MS = 3_000;
/** The first screen of a game may still be loading. */
const ADOPTED_LINGER_MS = 30_000;

interface Entry {
  readonly client: GameClient;
  holders: number;
  closing: ReturnType<typeof setTimeout> | null;
}

export interface ClientRegistry {
  get(gameId: string, as: Role, userId: string): GameClient;
  /** Continues with the socket on which this player has entered the game. */
  adopt(gameId: string, userId: string, entered: EnteredSocket): void;
  /** Keeps the client connected until the returned function is called. */
  hold(gameId: string, as: Role, userId: string): () => void;
  all(): readonly { key: string; state: ClientState }[];
  nudgeAll(): void;
  renewTokens(): void;
}

type Connect = (gameId: string, as: Role, entered?: EnteredSocket) => GameClient;

/** One connection per game, role and user, shared by all screens. */
export function createClientRegistry(connect: Connect): ClientRegistry {
  const entries = new Map<string, Entry>();

  const closeLater = (key: string, entry: Entry, inMs = LINGER_MS) => {
    entry.closing = setTimeout(() => {
      entries.delete(key);
      entry.client.close();
    }, inMs);
  };

  const keyOf = (gameId: string, as: Role, userId: string) => `${as} ${gameId} ${userId}`;

  const entryOf = (gameId: string, as: Role, userId: string): Entry => {
    const key = keyOf(gameId, as, userId);
    const existing = entries.get(key);
    // A client that the server closed does not reconnect; a new screen tries again.
    if (existing && (existing.holders > 0 || existing.client.state.connection !== 'closed')) return existing;
    if (existing?.closing) clearTimeout(existing.closing);
    const entry: Entry = { client: connect(gameId, as), holders: 0, closing: null };
    entries.set(key, entry);
    // A render may be discarded before it mounts.
    closeLater(key, entry);
    return entry;
  };

  return {
    get: (gameId, as, userId) => entryOf(gameId, as, userId).client,
    adopt(gameId, userId, entered) {
      const key = keyOf(gameId, 'player', userId);
      const before = entries.get(key);
      if (before?.closing) clearTimeout(before.closing);
      before?.client.close();
      const entry: Entry = { client: connect(gameId, 'player', entered), holders: 0, closing: null };
      entries.set(key, entry);
      closeLater(key, entry, ADOPTED_LINGER_MS);
    },
    hold(gameId, as, userId) {
      const key = keyOf(gameId, as, userId);
      const entry = entryOf(gameId, as, userId);
      entry.holders++;
      if (entry.closing) clearTimeout(entry.closing);
      entry.closing = null;
      return () => {
        entry.holders--;
        if (entry.holders === 0 && entries.get(key) === entry) closeLater(key, entry);
      };
    },
    all: () => [...entries].map(([key, { client }]) => ({ key, state: client.state })),
    nudgeAll() {
      for (const { client } of entries.values()) client.nudge();
    },
    renewTokens() {
      for (const { client } of entries.values()) client.renewToken();
    },
  };
}
