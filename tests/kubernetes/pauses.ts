import type { ClientRecord } from '../faults/record.js';
import type { Wait } from './watched-page.js';

/** A disruption of the cluster, until all games had continued. Wall clock of this machine, ms. */
export interface Disruption {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The longest wait in one game during one disruption. */
export interface Pause {
  readonly during: string;
  readonly gameId: string;
  readonly ms: number;
  readonly what: string;
}

/** Every answered command as the time its client waited for the answer. */
export const waitsOf = ({ commands, role, userId }: ClientRecord): Wait[] =>
  commands.flatMap(({ command, givenAt, answeredAt }) =>
    answeredAt === null ? [] : [{ from: givenAt, to: answeredAt, what: `${command.type} of ${role} ${userId}` }],
  );

/**
 * For every disruption and game the longest wait that overlaps it; a game without a wait has none.
 * `standstill`: how long this process itself did not run between two times, ms.
 */
export function pausesOf(
  disruptions: readonly Disruption[],
  waitsOfGames: ReadonlyMap<string, readonly Wait[]>,
  standstill: (from: number, to: number) => number,
): Pause[] {
  return disruptions.flatMap(({ name, from, to }) =>
    [...waitsOfGames].flatMap(([gameId, waits]) => {
      const pauses = waits
        .filter((wait) => wait.from <= to && wait.to >= from)
        .map((wait) => ({ ms: wait.to - wait.from - standstill(wait.from, wait.to), what: wait.what }))
        .toSorted((a, b) => b.ms - a.ms);
      return pauses[0] ? [{ during: name, gameId, ...pauses[0] }] : [];
    }),
  );
}
