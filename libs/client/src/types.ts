import type { Reading } from './shared-reading.js';
import type { Command, DeskId, GameView, OwnSeat, Role } from '@earworm/rules';
import type { Answer, ErrorCode } from '@earworm/contracts';
import type { SocketClass } from './socket.js';

/** A command that has been given and not been answered yet. */
export interface PendingCommand {
  readonly id: string;
  readonly command: Command;
  /** The client's clock, ms. */
  readonly givenAt: number;
  /** It waits for its turn, because many came from this address; left out when it does not. */
  readonly delay?: PendingDelay;
}

export interface PendingDelay {
  /** When its turn comes, the client's clock, ms. */
  readonly until: number;
  /** How many turns it was away when the server said so. */
  readonly place: number;
  /** Milliseconds from one turn to the next. */
  readonly everyMs: number;
}

/** Everything a screen draws from; a new object after every change, so that it can be compared by identity. */
export interface ClientState {
  readonly connection: 'connecting' | 'online' | 'reconnecting' | 'closed';
  /** Why the server closed for good, when it did. */
  readonly closedBy: ErrorCode | null;
  readonly role: Role;
  readonly logId: string | null;
  readonly version: number;
  readonly view: GameView | null;
  /** Own seat; null for other roles and before joining. */
  readonly seat: OwnSeat | null;
  readonly presence: {
    readonly online: number;
    readonly moderator: boolean;
    readonly users?: readonly string[];
    /** Joins that wait because many came from one address; said to the moderator. */
    readonly delayed?: number;
  } | null;
  readonly pending: readonly PendingCommand[];
  /** Last measured round trip, ms. */
  readonly roundTripMs: number | null;
  /** Server clock minus the client's, ms. */
  readonly clockOffsetMs: number;
  /** Since the start: gaps found, resumes, snapshots taken. */
  readonly counters: { readonly gaps: number; readonly resumes: number; readonly snapshots: number };
}

/** What happened, for effects that pass (a sound, a flash): never called for a snapshot. */
export interface SeenEvent {
  readonly v: number;
  readonly type?: string;
  readonly at?: number;
  readonly [field: string]: unknown;
}

export interface GameClient {
  readonly state: ClientState;
  /** Called after every change of state, at most once per frame received. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Called for live events in order, after the state has taken them in. */
  onEvents(listener: (events: readonly SeenEvent[]) => void): () => void;
  /**
   * Gives a command: kept and sent again under one id until it is answered, across reconnects, for at most 60 s (and as
   * long as the server lets it wait for its turn), then answered `retry` by the client itself. Never rejects.
   */
  send(command: Command): Promise<Answer>;
  /** Try now instead of waiting for the back-off (the page became visible, the network is back). */
  nudge(): void;
  /** The same person has other tokens now: the socket goes on with the new one. */
  renewToken(): void;
  close(): void;
}

export interface GameClientOptions {
  /** Of the WebSocket endpoint, e.g. `ws://localhost:3000/ws`. */
  readonly url: string;
  readonly gameId: string;
  readonly as: Role;
  /** For a moderator: the id of this desk, for games with several. */
  readonly desk?: DeskId | undefined;
  /** For a stage that is shown by a link instead of by the game's moderator. */
  readonly stageKey?: string;
  /**
   * A token that is good for `atLeastMs` more, `Infinity`: renewed in any case. Asked at every connection and when the server
   * wants a new one.
   */
  readonly token: (atLeastMs?: number) => Promise<string>;
  /** Default: the global WebSocket. */
  readonly WebSocket?: SocketClass;
  /** Shared by clients of one game in one process; see sharedReading. Default: each reads for itself. */
  readonly reading?: Reading;
  /** Random ids; default made from Math.random and the clock, as plain http has no crypto.randomUUID. */
  readonly newId?: () => string;
  /** From 0 up to 1; default Math.random. */
  readonly random?: () => number;
}
