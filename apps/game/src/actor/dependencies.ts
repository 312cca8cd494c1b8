import type { Tracing } from '@earworm/service-kit/tracing';
import type { LogRow } from '../log/append.js';
import type { Author } from '../log/flush.js';
import type { LoadedLog } from '../log/read.js';
import type { AbsenceTimes } from './connection-tracker.js';
import type { SeatRequestTimes } from './seat-request-tracker.js';
import type { GameMemory } from './game-memory.js';
import type { Outlet } from './committed-game.js';
import type { SavedGame } from './snapshot.js';

/** What a command can be refused `busy` for; `kind`: its user still waits for another of the same kind. */
export const BOUNDS = ['kind', 'mailbox', 'flush', 'memory'] as const;
export type Bound = (typeof BOUNDS)[number];

/** What an actor needs of the replica it lives in. */
export interface ActorDependencies extends Outlet {
  load(gameId: string): Promise<LoadedLog>;
  /** Hands rows to the flush; false when too much waits. */
  offer(author: Author, gameId: string, rows: readonly LogRow[]): boolean;
  withdraw(author: Author, gameId: string): void;
  save(game: SavedGame): void;
  /** The log shows a newer owner, or something this release cannot read: the shard must be given up. */
  unfit(gameId: string, reason: 'fenced' | 'unreadable'): void;
  /** What every game of the replica is counted in. */
  readonly memory: GameMemory;
  /** Whether so many bytes more fit into memory, for which idle games leave it. */
  makeRoom(bytes: number): boolean;
  /** The game, which would take so many bytes, has given itself up. */
  left(bytes: number): void;
  /** A bound was reached, for the metrics. */
  busy(bound: Bound): void;
  warn(fields: object, message: string): void;
  readonly tracing: Tracing;
  readonly absence: AbsenceTimes;
  readonly seatRequests: SeatRequestTimes;
}
