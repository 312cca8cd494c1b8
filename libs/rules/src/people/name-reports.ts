import { z } from 'zod';
import { NAME_MAX_UNITS, NAME_REPORTERS_MAX, REPORTED_NAMES_MAX } from '../constants.js';
import { command, event, rejected, type Emits, type ViewEvolution } from '../definition.js';
import { UserId } from '../ids.js';
import { playerOf, visiblePlayer } from '../players.js';
import { reportedNames, reportsOn, withReportedName, withReportedNames, withReports } from '../reported.js';
import { isUnreviewed } from '../reviewed.js';

/** A player reports the name of another one. Desks learn how many have, and only the log knows who. */
export const nameReported = event('nameReported', {
  fields: () => ({ playerId: UserId, by: UserId }),
  evolve: (game, { playerId, by }) => {
    if (visiblePlayer(game, playerId) === null) return game;
    const before = reportsOn(game, playerId);
    if (before?.kept === true || before?.by.includes(by) === true) return game;
    return withReports(game, { playerId, by: [...(before?.by ?? []), by] });
  },
  view: (v, { type, at, playerId }, after, _before, kind) => {
    const reported = kind === 'full' ? reportedNames(after).find(({ id }) => id === playerId) : undefined;
    return { v, type, at, ...(reported && { reported }) };
  },
  isPerKind: true,
});
export const nameReportedView: ViewEvolution<typeof nameReported> = {
  // Whose action it is stays unknown.
  by: 'server',
  evolveView: (view, { reported }) => (reported === undefined ? view : withReportedName(view, reported)),
};

/**
 * Of another player, by the name as it was read. Accepted without events where there is nothing to add: the name was
 * changed since, was reported by this user, was kept, or is under review.
 */
export const reportName = command('reportName', {
  issuer: 'anyone',
  fields: () => ({ playerId: UserId, name: z.string().max(NAME_MAX_UNITS).optional() }),
  decide: ({ game, at, ctx }, { playerId, name }): Emits<typeof nameReported> => {
    const { userId: by } = ctx.actor;
    if (playerOf(game, by)?.isActive !== true) return rejected('not-a-player');
    if (playerId === by) return rejected('not-allowed');
    const player = visiblePlayer(game, playerId);
    if (player === null) return rejected('player-not-found');
    if (name !== undefined && name !== player.name) return [];
    // Only the crew has seen the name, and it is asked about it already.
    if (isUnreviewed(game, playerId)) return [];
    const before = reportsOn(game, playerId);
    if (before?.kept === true || before?.by.includes(by) === true) return [];
    if (before === undefined && reportedNames(game).length >= REPORTED_NAMES_MAX) return rejected('names-in-review');
    // More would tell the crew nothing new.
    if ((before?.by.length ?? 0) >= NAME_REPORTERS_MAX) return [];
    return [{ type: 'nameReported', at, playerId, by }];
  },
});

/** The crew finds nothing wrong with a name that was reported. It cannot be reported again. */
export const nameKept = event('nameKept', {
  fields: () => ({ playerId: UserId }),
  evolve: (game, { playerId }) =>
    reportsOn(game, playerId) === undefined ? game : withReports(game, { playerId, by: [], kept: true }),
  view: (v, { type, at, playerId }, _after, _before, kind) => ({ v, type, at, ...(kind === 'full' && { playerId }) }),
  isPerKind: true,
});
export const nameKeptView: ViewEvolution<typeof nameKept> = {
  by: 'moderator',
  evolveView: (view, { playerId }) => withReportedNames(view, ({ id }) => id !== playerId),
};

/** `name` as it was read: one that the player has taken since is not kept. */
export const keepName = command('keepName', {
  issuer: 'people',
  fields: () => ({ playerId: UserId, name: z.string().max(NAME_MAX_UNITS) }),
  decide: ({ game, at }, { playerId, name }): Emits<typeof nameKept> => {
    const player = visiblePlayer(game, playerId);
    if (player === null) return rejected('player-not-found');
    const reports = reportsOn(game, playerId);
    const isOpen = reports !== undefined && reports.kept !== true && player.name === name;
    return isOpen ? [{ type: 'nameKept', at, playerId }] : [];
  },
});
