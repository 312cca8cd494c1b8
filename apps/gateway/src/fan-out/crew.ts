import { canJudge, membersOf, needsDesk, type WithCrew } from '@earworm/contracts';
import type { Snapshot } from './snapshots.js';

/** The crew as the owner tells it beside a view, of which a gateway reads nothing. */
export const crewOf = ({ moderatorId, crew }: Pick<Snapshot, 'moderatorId' | 'crew'>): WithCrew => ({
  ...{ moderatorId, moderatorName: '', moderatorLeft: false, createdAt: 0 },
  ...(crew && { crew }),
});

/** Members of a crew as presence counts them. */
export interface CrewPresence {
  /** All of them, if there are others than the owner. */
  readonly listed: readonly string[];
  /** They are not counted as players. */
  readonly atDesks: readonly string[];
  /** With one of them connected, the game has a moderator. */
  readonly judges: readonly string[];
}

export function crewPresenceOf(crew: WithCrew): CrewPresence {
  const members = membersOf(crew);
  const ids = (some: typeof members) => some.map(({ id }) => id);
  return {
    listed: crew.crew === undefined ? [] : ids(members),
    atDesks: ids(members.filter(({ rights }) => needsDesk(rights))),
    judges: ids(members.filter(canJudge)),
  };
}
