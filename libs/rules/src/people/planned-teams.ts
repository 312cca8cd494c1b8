import { z } from 'zod';
import { NAME_MAX_UNITS, TEAM_KEY_MAX_LENGTH, TEAMS_MAX } from '../constants.js';
import { cleanLine, nameKey, type NameKey, sameName, cleanName } from '../names.js';
import type { RejectionCode } from '../rejections.js';
import { isBlockedName } from './blocked-names.js';

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

/** Lists of teams in one cell of a table need these: `Reds [R1] | Blues`. */
const SIGNS_OF_LISTS = /[|[\]]/u;

/** Keys that differ in case or width only are the same. */
export const teamKeyId = (key: string): string => key.normalize('NFKC').toLowerCase();

type Planned =
  | { readonly teams: readonly PlannedTeam[] }
  /** `at`: the index of the team that is refused. */
  | { readonly refused: RejectionCode; readonly at: number };

interface Known {
  readonly names: NameKey[];
  readonly keys: Set<string>;
}

function refusalOf(name: string, key: string | null, { names, keys }: Known): RejectionCode | null {
  if (SIGNS_OF_LISTS.test(name)) return 'team-name-signs';
  const own = nameKey(name);
  if (names.some((other) => sameName(other, own))) return 'team-name-taken';
  names.push(own);
  if (key === null) return null;
  if (key === '' || SIGNS_OF_LISTS.test(key)) return 'team-key-invalid';
  const id = teamKeyId(key);
  if (keys.has(id)) return 'team-key-taken';
  keys.add(id);
  return null;
}

/**
 * These teams as a game gets them, or why it cannot. Names are checked as those of all teams are.
 *
 * @param blocked words that the event adds to the block list; null: names are not compared with it
 */
export function planTeams(typed: readonly PlannedTeam[], blocked: readonly string[] | null): Planned {
  if (typed.length > TEAMS_MAX) return { refused: 'teams-full', at: TEAMS_MAX };
  const known: Known = { names: [], keys: new Set() };
  const teams: PlannedTeam[] = [];
  for (const [at, { name: typedName, key: typedKey }] of typed.entries()) {
    const cleaned = cleanName(typedName);
    if ('refused' in cleaned) return { ...cleaned, at };
    const { name } = cleaned;
    const key = typedKey === undefined ? null : cleanLine(typedKey);
    const refused = refusalOf(name, key, known);
    if (refused !== null) return { refused, at };
    if (blocked !== null && isBlockedName(name, blocked)) return { refused: 'name-blocked', at };
    teams.push({ name, ...(key !== null && { key }) });
  }
  return { teams };
}
