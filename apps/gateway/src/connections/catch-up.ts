import { RefusedError, type ServerFrame, type UserId } from '@earworm/contracts';
import type { Subscriber } from '../fan-out/channel.js';
import { type Snapshot, snapshotText } from '../fan-out/snapshots.js';
import type { Connection } from './connection.js';
import type { Session } from '../fan-out/session.js';
import { sendBye } from './bye.js';
import { hasSeat, noteSeat } from './seats.js';

const ATTEMPTS = 3;
/** Snapshots cost more than events: what counts is that old pages get by until they are loaded again. */
const FEED_EVERY_MS = 1_000;

async function loadSnapshot({ room, channel, role, principal }: Session, isFeed = false): Promise<Snapshot> {
  const { snapshots } = room;
  const userId = principal.userId as UserId;
  const ofUser = () => (isFeed ? snapshots.ofPlayer(userId) : snapshots.ofUser(channel.kind, userId));
  const snapshot = await (role === 'player' ? ofUser() : snapshots.shared(channel));
  room.applySnapshot(channel, snapshot);
  return snapshot;
}

function sendSnapshot(connection: Connection, session: Session, snapshot: Snapshot): void {
  const { role, principal, subscriber } = session;
  connection.sendText(snapshotText(snapshot, role, principal.userId, subscriber !== connection));
  noteSeat(connection, session, hasSeat(snapshot.seat));
}

export interface CatchUpOptions {
  readonly first?: readonly ServerFrame[] | undefined;
  readonly check?: () => void;
  readonly onCaughtUp?: () => void;
}

/**
 * Sends the `first` frames and a snapshot, continues in the ring and calls `onCaughtUp`, all in one write, unless the
 * connection closes before. Throws `busy` when that fails, and what `check` throws.
 */
export async function catchUp(
  connection: Connection,
  session: Session,
  { first = [], check, onCaughtUp }: CatchUpOptions = {},
): Promise<void> {
  const { channel } = session;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const snapshot = await loadSnapshot(session);
    if (!connection.open) return;
    const position = channel.logId === snapshot.logId ? channel.ring.positionAfter(snapshot.version) : null;
    if (position === null) continue;
    check?.();
    connection.batch(() => {
      for (const frame of first) connection.send(frame);
      sendSnapshot(connection, session, snapshot);
      if (session.subscriber === connection) connection.cursor.follow(channel.ring, position, snapshot.version);
      onCaughtUp?.();
    });
    return;
  }
  throw new RefusedError('busy');
}

/** Sends snapshots instead of events to a client with other rules, so that an old page stays correct. */
export class SnapshotFeed implements Subscriber {
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
      if (session !== null && this.connection.idle) await this.#send(session);
      else this.#wanted = true;
      await new Promise((resolve) => setTimeout(resolve, FEED_EVERY_MS));
    }
  }

  /** Tries again when the owner refuses: it is busy, or another one is taking over. */
  async #send(session: Session): Promise<void> {
    try {
      sendSnapshot(this.connection, session, await loadSnapshot(session, true));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.#wanted = true;
    }
  }
}

export interface OverrunDependencies {
  /** A second overrun within this closes the socket. */
  readonly onceInMs: number;
  readonly onOverrun: () => void;
  readonly onBug: (error: unknown) => void;
}

export const handleOverrun =
  ({ onceInMs, onOverrun, onBug }: OverrunDependencies) =>
  (connection: Connection): void => {
    const { session } = connection;
    if (session === null) return;
    onOverrun();
    if (session.restartsSeen === session.channel.restarts) {
      const now = performance.now();
      if (now - session.overrunAt < onceInMs) return sendBye(connection, 'too-slow');
      session.overrunAt = now;
    }
    session.restartsSeen = session.channel.restarts;
    catchUp(connection, session).catch((error: unknown) => {
      if (!(error instanceof RefusedError)) onBug(error);
      sendBye(connection, 'busy');
    });
  };
