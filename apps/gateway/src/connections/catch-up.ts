import { RefusedError, type UserId } from '@earworm/contracts';
import type { Channel, Follower } from '../fan-out/channel.js';
import type { Room } from '../fan-out/room.js';
import { type Snapshot, snapshotText } from '../fan-out/snapshots.js';
import type { Connection } from './connection.js';
import type { Session } from '../fan-out/session.js';

/** A room may move on while its snapshot travels, but not that often past the whole ring. */
const ATTEMPTS = 3;
/** At most five snapshots a second for a client that cannot read events. */
const FEED_EVERY_MS = 200;

/** A snapshot for a session, and what it says of the room learned. */
async function askSnapshot(room: Room, channel: Channel, role: Session['role'], userId: string) {
  const { snapshots } = room;
  const asked = role === 'player' ? snapshots.ofUser(channel.kind, userId as UserId) : snapshots.shared(channel);
  const snapshot = await asked;
  room.learn(channel, snapshot);
  return snapshot;
}

const tell = (connection: Connection, { role, principal }: Session, snapshot: Snapshot) =>
  connection.sayText(snapshotText(snapshot, role, principal.userId));

/** Gives a snapshot and goes on from there in the ring. Throws `busy` when that cannot be. */
export async function catchUp(connection: Connection, session: Session): Promise<void> {
  const { room, channel, role, principal } = session;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const snapshot = await askSnapshot(room, channel, role, principal.userId);
    if (!connection.open) return;
    const position = channel.logId === snapshot.logId ? channel.ring.positionAfter(snapshot.version) : null;
    if (position !== null) {
      tell(connection, session, snapshot);
      if (session.follower === connection) connection.cursor.follow(channel.ring, position, snapshot.version);
      return;
    }
  }
  throw new RefusedError('busy');
}

/** Feeds snapshots to a client whose rules are not ours, so that an old page stays right without reloading. */
export class SnapshotFeed implements Follower {
  #busy = false;
  #wanted = false;

  constructor(
    private readonly connection: Connection,
    private readonly onFailed: (error: unknown) => void,
  ) {}

  advance(): void {
    this.#wanted = true;
    if (this.#busy) return;
    this.#busy = true;
    this.#feed().then(
      () => (this.#busy = false),
      (error: unknown) => {
        this.#busy = false;
        this.onFailed(error);
      },
    );
  }

  async #feed(): Promise<void> {
    while (this.#wanted && this.connection.open) {
      this.#wanted = false;
      const { session } = this.connection;
      if (session !== null && this.connection.idle) {
        tell(
          this.connection,
          session,
          await askSnapshot(session.room, session.channel, session.role, session.principal.userId),
        );
      } else {
        this.#wanted = true;
      }
      await new Promise((resolve) => setTimeout(resolve, FEED_EVERY_MS));
    }
  }
}
