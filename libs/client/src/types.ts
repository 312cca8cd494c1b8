import type { Reading } from './reading.js';
import type { Command, DeskId, GameView, OwnSeat, Role } from '@earworm/rules';
import type { Answer } from '@earworm/contracts';
import type { ConnectionReasons, ConnectionStatus } from './connection.js';
import type { SocketClass } from './socket.js';

export interface PendingCommand {
  readonly id: string;
  readonly command: Command;
  readonly givenAt: number;
  /** Set while the join waits for its turn because many came from this address. */
  readonly delay?: PendingDelay;
  /** The server is busy, and the command is sent again. */
  readonly isBusy?: boolean;
}

export interface PendingDelay {
  /** Time of its turn on the client's clock, ms. */
  readonly until: number;
  /** The place in the queue when the server reported it. */
  readonly place: number;
  /** Milliseconds from one turn to the next. */
  readonly everyMs: number;
}

/** Everything that a screen renders from; a new object after every change, so that it can be compared by identity. */
export interface ClientState extends ConnectionReasons {
  readonly connection: ConnectionStatus;
  readonly role: Role;
  readonly logId: string | null;
  readonly version: number;
  readonly view: GameView | null;
  readonly seat: OwnSeat | null;
  readonly presence: {
    readonly online: number;
    readonly moderator: boolean;
    readonly users?: readonly string[];
    /** Joins that wait because many came from one address; only the moderator gets it. */
    readonly delayed?: number;
  } | null;
  readonly pending: readonly PendingCommand[];
  readonly roundTripMs: number | null;
  readonly clockOffsetMs: number;
  /** Since the start: gaps found, resumes, snapshots taken. */
  readonly counters: { readonly gaps: number; readonly resumes: number; readonly snapshots: number };
}

/** Live events, for passing effects (a sound, a flash): never called for a snapshot. */
export interface SeenEvent {
  readonly v: number;
  readonly type?: string;
  readonly at?: number;
  readonly [field: string]: unknown;
}

export interface GameClient {
  readonly state: ClientState;
  /** Called after every change of state, at most once per frame received. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Called for live events in order, after they are applied to the state. */
  onEvents(listener: (events: readonly SeenEvent[]) => void): () => void;
  /**
   * Resent under one id until it is answered, for at most 60 s plus the server's delay, then answered `retry`. Never
   * rejects.
   */
  send(command: Command): Promise<Answer>;
  /** Reconnects now instead of after the back-off (the page became visible, the network is back). */
  nudge(): void;
  /** Sends the user's new token. */
  renewToken(): void;
  close(): void;
}

export interface GameClientOptions {
  readonly url: string;
  readonly gameId: string;
  readonly as: Role;
  readonly desk?: DeskId | undefined;
  /** For a stage that is opened by a link instead of by the game's moderator. */
  readonly stageKey?: string;
  /**
   * A token that is valid for `atLeastMs` more, `Infinity`: a new one. Requested at every connection and before one
   * expires.
   */
  readonly token: (atLeastMs?: number) => Promise<string>;
  readonly WebSocket?: SocketClass;
  /** Shared by clients of one game in one process; as in load tests. Default: each reads for itself. */
  readonly reading?: Reading;
  /** Random ids; default made from Math.random and the clock, as plain http has no crypto.randomUUID. */
  readonly newId?: () => string;
  readonly random?: () => number;
}
