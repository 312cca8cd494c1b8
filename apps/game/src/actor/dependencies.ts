import type { Tracing } from '@earworm/service-kit/tracing';
import type { LogRow } from '../log/append.js';
import type { AppendListener } from '../log/flush.js';
import type { LoadedLog } from '../log/read.js';
import type { Publisher } from './committed-game.js';
import type { GameMemory } from './footprint.js';
import type { PresenceTimes } from './game-presence.js';
import type { SavedGame } from './snapshot.js';

/** Bounds that refuse a command as `busy`; `kind`: the user still waits for the answer to another of the same kind. */
export const BOUNDS = ['kind', 'mailbox', 'flush', 'memory'] as const;
export type Bound = (typeof BOUNDS)[number];

export interface ActorDependencies extends Publisher {
  load(gameId: string): Promise<LoadedLog>;
  offer(listener: AppendListener, gameId: string, rows: readonly LogRow[]): boolean;
  withdraw(listener: AppendListener, gameId: string): void;
  save(game: SavedGame): void;
  /** The log shows a newer owner, or an event that this release cannot read. */
  giveUpShard(reason: 'fenced' | 'unreadable'): void;
  readonly memory: GameMemory;
  makeRoom(bytes: number): boolean;
  /** The game, which would take that many bytes, did not fit and has left memory. */
  didNotFit(bytes: number): void;
  countBusy(bound: Bound): void;
  warn(fields: object, message: string): void;
  readonly tracing: Tracing;
  readonly presence: PresenceTimes;
}
