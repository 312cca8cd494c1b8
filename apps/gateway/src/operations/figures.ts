import type { ErrorCode } from '@earworm/contracts';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { LastMinute, Spread } from '@earworm/service-kit/vitals';

/** What this gateway adds to the figures of the whole house. */
export interface Figures {
  /** Ms from receiving a press to its event written to the room. */
  pressed(ms: number): void;
  /** A command or call was refused; `internal` is a bug somewhere in the house. */
  refused(code: ErrorCode): void;
}

export function createFigures({ vitals }: Kit, sockets: () => number): Figures {
  const press = new Spread();
  const bugs = new LastMinute();
  vitals.number('sockets', sockets);
  vitals.number('serverErrors', () => bugs.count);
  vitals.spread('press', () => press.counts);
  return {
    pressed: (ms) => press.observe(ms),
    refused: (code) => code === 'internal' && bugs.add(1),
  };
}
