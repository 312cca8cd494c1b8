import type { Role } from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { Channel, Follower } from './channel.js';
import type { Room } from './room.js';

/** Whom an accepted hello made of a socket. */
export interface Session {
  principal: Principal;
  readonly role: Role;
  /** Of a moderator's page that names itself. */
  readonly desk: string | undefined;
  readonly room: Room;
  readonly channel: Channel;
  /** The connection itself, or for a client with other rules what feeds it snapshots instead of events. */
  readonly follower: Follower;
  /** When a new token is asked for, ms since the epoch. */
  askAuthAt: number;
  /** When the cursor fell out of the ring last, own clock, ms. */
  fallenAt: number;
  /** Of the channel's restarts; falling out by one is not the reader's fault. */
  restartsSeen: number;
}
