import { z } from 'zod';
import { ID_MAX_LENGTH, ID_PATTERN, NAME_MAX_UNITS, TEAM_KEY_MAX_LENGTH, TEAMS_MAX } from './constants.js';

/** Ids are branded: a player's id does not fit where a game's id is wanted. */
const id = z.string().min(1).max(ID_MAX_LENGTH).regex(ID_PATTERN);

export const GameId = id.brand<'GameId'>();
export type GameId = z.infer<typeof GameId>;

export const UserId = id.brand<'UserId'>();
export type UserId = z.infer<typeof UserId>;

export const CategoryId = id.brand<'CategoryId'>();
export type CategoryId = z.infer<typeof CategoryId>;

export const QuestionId = id.brand<'QuestionId'>();
export type QuestionId = z.infer<typeof QuestionId>;

/** One tab with a desk; it keeps its id through reloads. */
export const DeskId = id.brand<'DeskId'>();
export type DeskId = z.infer<typeof DeskId>;

/** A clip's opaque id: no tune is in a file's name. */
export const ClipId = id.brand<'ClipId'>();
export type ClipId = z.infer<typeof ClipId>;

export const GameCode = z
  .string()
  .transform((typed) => typed.trim().toUpperCase())
  .pipe(
    z
      .string()
      .regex(/^[A-Z0-9]{6}$/)
      .brand<'GameCode'>(),
  );
export type GameCode = z.infer<typeof GameCode>;

/** Number of events applied so far; the first event of a game is version 1. */
export const Version = z.number().int().min(0).brand<'Version'>();
export type Version = z.infer<typeof Version>;

/** Number of a team: the first that no team of the game has. It gives the team its colour and shape. */
export const TeamNumber = z.number().int().min(1).max(TEAMS_MAX);

/**
 * A team that an event gives to the games of a room. Teams with the same key are one entry of the event's standings, in
 * whichever rooms and rounds they play; one without a key counts in its room only.
 */
export const plannedTeam = () =>
  z.strictObject({
    name: z.string().max(NAME_MAX_UNITS),
    key: z.string().max(TEAM_KEY_MAX_LENGTH).optional(),
  });
export type PlannedTeam = z.infer<ReturnType<typeof plannedTeam>>;
