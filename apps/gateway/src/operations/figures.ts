import { type ErrorCode, ERRORS } from '@earworm/contracts';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { MinuteCounter, RollingHistogram } from '@earworm/service-kit/vitals';
import type { Session } from '../fan-out/session.js';

export const REFUSED = 'refused:';

const LIMIT_CODES = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => ERRORS[code].http === 429);

export type Figures = ReturnType<typeof createFigures>;

type Sockets = Iterable<{ readonly session: Pick<Session, 'role' | 'principal' | 'room'> | null }> & {
  readonly size: number;
};

export function createFigures({ vitals }: Pick<Kit, 'vitals'>, sockets: () => Sockets) {
  const buzzes = new RollingHistogram();
  const bugs = new MinuteCounter();
  const joins = new MinuteCounter();
  const wrongCodes = new MinuteCounter();
  const refusals = new Map(LIMIT_CODES.map((code) => [code, new MinuteCounter()]));
  vitals.number('sockets', () => sockets().size);
  vitals.number('players', () => playersOf(sockets()));
  vitals.number('joins', () => joins.count);
  vitals.number('wrongCodes', () => wrongCodes.count);
  vitals.number('serverErrors', () => bugs.count);
  for (const [code, count] of refusals) vitals.number(REFUSED + code, () => count.count);
  vitals.spread('press', () => buzzes.counts);
  return {
    /** From a buzz to its event written, ms. */
    buzzed: (ms: number) => buzzes.observe(ms),
    joined: () => joins.add(1),
    codeMissed: () => wrongCodes.add(1),
    refused(code: ErrorCode) {
      if (code === 'internal') bugs.add(1);
      refusals.get(code)?.add(1);
    },
  };
}

/** Two tabs are one player. */
function playersOf(sockets: Sockets): number {
  const players = new Set<string>();
  for (const { session } of sockets)
    if (session?.role === 'player') players.add(`${session.room.gameId} ${session.principal.userId}`);
  return players.size;
}
