import type { Role } from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { Channel, Subscriber } from './channel.js';
import type { Room } from './room.js';

export interface Session {
  principal: Principal;
  readonly role: Role;
  readonly desk: string | undefined;
  /** Of the link to the stage that it was opened with. */
  readonly stageKey: string | undefined;
  /** The network of an event that it comes from; null: none. */
  readonly network: string | null;
  readonly room: Room;
  readonly channel: Channel;
  /** The connection, or a snapshot feed for other rules. */
  readonly subscriber: Subscriber;
  askAuthAt: number;
  overrunAt: number;
  /** An overrun by a restart is not the reader's fault. */
  restartsSeen: number;
}
