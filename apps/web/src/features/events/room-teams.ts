import { isBlockedName, type PlannedTeam, planTeams, TEAM_KEY_MAX_LENGTH } from '@earworm/rules';

/** `Reds [R1]`: the name of a team, and the key by which the event knows it in all rooms. */
export const cellOfTeam = ({ name, key }: PlannedTeam): string => (key === undefined ? name : `${name} [${key}]`);

const WITH_KEY = /^(.*?)\s*\[([^[\]]*)\]$/su;

function teamOf(cell: string): PlannedTeam {
  const [, name, key] = WITH_KEY.exec(cell) ?? [];
  return name === undefined || key === undefined ? { name: cell } : { name, key: key.trim() };
}

export type TeamFaultCode =
  | 'team-missing'
  | 'team-too-long'
  | 'team-link'
  | 'team-blocked'
  | 'team-twice'
  | 'team-signs'
  | 'team-key'
  | 'team-key-twice'
  | 'teams-too-many';

type Refusal = Extract<ReturnType<typeof planTeams>, { readonly refused: string }>['refused'];
const FAULTS: Partial<Record<Refusal, TeamFaultCode>> = {
  'name-required': 'team-missing',
  'name-too-long': 'team-too-long',
  'name-link': 'team-link',
  'name-blocked': 'team-blocked',
  'team-name-taken': 'team-twice',
  'team-name-signs': 'team-signs',
  'team-key-invalid': 'team-key',
  'team-key-taken': 'team-key-twice',
  'teams-full': 'teams-too-many',
};

type Read =
  { readonly teams: PlannedTeam[] } | { readonly fault: TeamFaultCode; readonly what: string; readonly n: number };

/** Of a cell such as `Reds [R1] | Blues`. `blocked`: words of the event. */
export function readTeams(cell: string, blocked: readonly string[]): Read {
  if (cell === '') return { teams: [] };
  const typed = cell.split('|').map((each) => teamOf(each.trim()));
  const long = typed.find(({ key = '' }) => key.length > TEAM_KEY_MAX_LENGTH);
  if (long !== undefined) return { fault: 'team-key', what: long.key ?? '', n: TEAM_KEY_MAX_LENGTH };
  const planned = planTeams(typed, (name) => isBlockedName(name, blocked));
  if (!('refused' in planned)) return { teams: [...planned.teams] };
  const { refused, at } = planned;
  const team = typed[at];
  const isOfKey = refused === 'team-key-taken' || refused === 'team-key-invalid';
  const what = (isOfKey ? team?.key : team?.name) ?? '';
  const n = isOfKey ? TEAM_KEY_MAX_LENGTH : typed.length;
  return { fault: FAULTS[refused] ?? 'team-signs', what, n };
}
