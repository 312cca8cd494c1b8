import { RefusedError } from '@earworm/contracts';
import type { Semaphore } from '@earworm/service-kit/resilience';
import { sayBye } from './bye.js';
import { catchUp } from './catch-up.js';
import type { Connection } from './connection.js';

export interface FallenTerms {
  readonly semaphore: Semaphore;
  /** One snapshot in this time helps a slow reader; needing a second, it only holds up itself. */
  readonly onceInMs: number;
  readonly onFallen: () => void;
  readonly onBug: (error: unknown) => void;
}

/** What becomes of a socket whose cursor fell out of the ring. */
export const afterFall =
  ({ semaphore, onceInMs, onFallen, onBug }: FallenTerms) =>
  (connection: Connection): void => {
    const { session } = connection;
    if (session === null) return;
    onFallen();
    if (session.restartsSeen === session.channel.restarts) {
      const now = performance.now();
      if (now - session.fallenAt < onceInMs) return sayBye(connection, 'too-slow');
      session.fallenAt = now;
    }
    session.restartsSeen = session.channel.restarts;
    semaphore(() => catchUp(connection, session)).catch((error: unknown) => {
      if (!(error instanceof RefusedError)) onBug(error);
      sayBye(connection, 'busy');
    });
  };
