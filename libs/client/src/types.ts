import type { Reading } from './reading.js';
import type { Command, DeskId, GameView, OwnSeat, Role } from '@earworm/rules';
import type { Answer, ConnectionQuality } from '@earworm/contracts';
import type { ConnectionReasons, ConnectionStatus } from './connection.js';
import type { EnteredSocket, SocketClass } from './socket.js';

export interface PendingCommand {
  readonly id: string;
  readonly command: Command;
  readonly givenAt: number;
  /** Set while the command waits in a queue at the server, because too many came from this address. */
  readonly delay?: PendingDelay;
  /** True if the server was busy, so that the command is being resent. */
  readonly isBusy?: boolean;
}

export interface PendingDelay {
  /** When the wait ends, in ms on the client's clock. */
  readonly until: number;
  /** Place in the queue, from 1, when the server reported it. */
  readonly place: number;
  /** Time between two places, in ms. */
  readonly everyMs: number;
}

/** The state that screens render. Immutable: every change makes a new object, so compare by identity. */
export interface ClientState extends ConnectionReasons {
  readonly connection: ConnectionStatus;
  readonly role: Role;
  /** Null before the first snapshot. */
  readonly logId: string | null;
  readonly version: number;
  /** Null before the first snapshot. */
  readonly view: GameView | null;
  /** The user's own seat; null for roles other than `player` and for users who have not joined. */
  readonly seat: OwnSeat | null;
  readonly presence: {
    readonly online: number;
    readonly moderator: boolean;
    readonly users?: readonly string[];
    /** What the connection of each of `users` is like; absent in games that do not measure it. */
    readonly connections?: readonly (ConnectionQuality | null)[];
    /** Connected members of the crew; sent to desks only, absent while the owner is alone. */
    readonly crew?: readonly string[];
    /** Joins that wait because too many came from one address; sent to the moderator only. */
    readonly delayed?: number;
  } | null;
  readonly pending: readonly PendingCommand[];
  /** The last measured round trip, in ms; null before the first. */
  readonly roundTripMs: number | null;
  /** The last few of them, the oldest first. */
  readonly roundTripsMs: readonly number[];
  /** Server time minus client time, in ms. */
  readonly clockOffsetMs: number;
  /** True if the server has newer rules than this page: it shows snapshots, and should be loaded again. */
  readonly isOutdated: boolean;
  /** Number of missed events detected (`gaps`), resumes, and snapshots received, since the client was created. */
  readonly counters: { readonly gaps: number; readonly resumes: number; readonly snapshots: number };
}

/** A live event, for short effects such as a sound or a flash. Snapshots cause none. */
export interface SeenEvent {
  readonly v: number;
  readonly type?: string;
  readonly at?: number;
  readonly [field: string]: unknown;
}

/** A connection to one game. It reconnects by itself. */
export interface GameClient {
  readonly state: ClientState;
  /** `listener` is called after every change of `state`, at most once per frame. Returns a function to unsubscribe. */
  subscribe(listener: () => void): () => void;
  /** `listener` is called with live events, in order, after they are applied to `state`. Returns as `subscribe`. */
  onEvents(listener: (events: readonly SeenEvent[]) => void): () => void;
  /**
   * Sends a command, and resends it with the same id until it is answered. After 60 s, plus any wait in a queue at the
   * server, resolves with the refusal `retry`. Never rejects.
   */
  send(command: Command): Promise<Answer>;
  /** Skips the backoff and reconnects now. Call it when the page becomes visible or the network is back. */
  nudge(): void;
  /** Gets a new token from `options.token` and sends it to the server. */
  renewToken(): void;
  close(): void;
}

export interface GameClientOptions {
  readonly url: string;
  readonly gameId: string;
  readonly as: Role;
  readonly desk?: DeskId | undefined;
  /** Of a player who has arrived: continues with this socket instead of opening one. */
  readonly entered?: EnteredSocket | undefined;
  /** For a stage that is opened by a link; not needed by the moderator of the game. */
  readonly stageKey?: string;
  /**
   * Returns an access token that is valid for at least `atLeastMs`; `Infinity`: a new one. Called for every connection
   * and before a token expires.
   */
  readonly token: (atLeastMs?: number) => Promise<string>;
  readonly WebSocket?: SocketClass;
  /** Lets clients of one game in one process share parsed frames, as in load tests. Default: not shared. */
  readonly reading?: Reading;
  /** Makes command ids. The default uses Math.random and the clock, as crypto.randomUUID is missing on plain HTTP. */
  readonly newId?: () => string;
  readonly random?: () => number;
}
