import { TEAMS_MAX } from '../constants.js';
import type { PlannedTeam } from '../ids.js';
import { cleanLine, nameKey, type NameKey, sameName, cleanName } from '../names.js';
import type { RejectionCode } from '../rejections.js';
import { teamKeyId } from '../teams.js';

/** Lists of teams in one cell of a table need these: `Reds [R1] | Blues`. */
const SIGNS_OF_LISTS = /[|[\]]/u;

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
 * @param isBlocked whether the block list has a name; null: names are not compared with it
 */
export function planTeams(typed: readonly PlannedTeam[], isBlocked: ((name: string) => boolean) | null): Planned {
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
    if (isBlocked?.(name) === true) return { refused: 'name-blocked', at };
    teams.push({ name, ...(key !== null && { key }) });
  }
  return { teams };
}
