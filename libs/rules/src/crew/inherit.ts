import { z } from 'zod';
import { CREW_MAX, NAME_MAX_UNITS, RIGHTS } from '../constants.js';
import { command, type CommandOf, type EventOf, type Outcome } from '../definition.js';
import { inheritingHold, isUnreleased, type startHeld } from '../held-start.js';
import { UserId } from '../ids.js';
import { playerOf } from '../players.js';
import { membersOf, needsDesk } from '../rights.js';
import type { Game } from '../state.js';
import type { ownerChanged } from './hand-over.js';
import { type crewAdded, rightsField } from './members.js';
import { type placedInRoom, roomFields } from '../room.js';
import { settingsChange, type settingsChanged } from '../setup/settings.js';
import { inheritableOf, inheritableTeams, inheriting, type teamsInherited } from '../teams/inherited.js';
import type { teamCreated } from '../teams/setup.js';

const inheritedSchema = () =>
  z.strictObject({
    userId: UserId,
    name: z.string().max(NAME_MAX_UNITS),
    rights: rightsField(),
    operator: z.literal(true).optional(),
  });
type Inherited = z.infer<ReturnType<typeof inheritedSchema>>;

/**
 * Into the game that a member had created to play again: the crew of the game before, its owner first, its teams, and the hold of its
 * start, which the crew could escape otherwise. `creator` owns the new game so far, and has in it what they had in the game before.
 * Repeated, it changes nothing.
 */
export const inheritCrew = command('inheritCrew', {
  issuer: 'server',
  fields: () => ({
    creator: UserId,
    members: z.array(inheritedSchema()).min(1).max(CREW_MAX),
    /** Of the game before. */
    room: z.strictObject(roomFields()).optional(),
    /** Of the game before, if it had any. */
    teams: inheritableTeams().optional(),
    /** Operators of the event hold its start. */
    isHeld: z.literal(true).optional(),
  }),
  decide: (
    { game, at },
    { creator, members, room, teams, isHeld },
  ): Outcome<
    EventOf<
      | typeof crewAdded
      | typeof ownerChanged
      | typeof placedInRoom
      | typeof settingsChanged
      | typeof startHeld
      | typeof teamCreated
      | typeof teamsInherited
    >
  > => {
    const isSeated = ({ userId, rights }: Inherited) => needsDesk(rights) && playerOf(game, userId)?.isActive === true;
    const [owner, ...others] = members;
    if (game.moderatorId !== creator || game.crew !== undefined || owner === undefined || isSeated(owner)) return [];
    const { userId: to, name } = owner;
    const add = (member: Inherited, by: UserId) => ({ type: 'crewAdded' as const, at, ...member, by });
    const owning =
      to === creator
        ? []
        : [
            add({ ...owner, rights: [...RIGHTS] }, creator),
            { type: 'ownerChanged' as const, at, from: creator, to, name, stays: false },
          ];
    const placed = room === undefined ? [] : [{ type: 'placedInRoom' as const, at, ...room }];
    const inherited = teams === undefined ? [] : inheriting(game, teams, at);
    // How players get into a team goes along, also where the next game has the settings of an event.
    const withTeams = inherited.length > 0 && teams ? [...settingsChange(game, teams.settings, at), ...inherited] : [];
    const added = others.filter((member) => !isSeated(member)).map((member) => add(member, to));
    const held = isHeld === true ? inheritingHold(game, at) : [];
    return [...owning, ...added, ...placed, ...withTeams, ...held];
  },
});

/** Of the game before, whose owner is first. */
export function inheritCrewOf(creator: UserId, game: Game): CommandOf<typeof inheritCrew> {
  const teams = inheritableOf(game);
  return {
    type: 'inheritCrew',
    creator,
    ...(game.room && { room: game.room }),
    ...(teams && { teams }),
    ...(isUnreleased(game) && { isHeld: true }),
    members: membersOf(game).map(({ id, name, rights, operator }) => ({
      ...{ userId: id, name, rights: [...rights] },
      ...(operator && { operator }),
    })),
  };
}
