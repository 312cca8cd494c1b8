import { type GameView, type Leader, type OwnSeat, rankInView, ranksOf, type UserId } from '@earworm/rules';
import { isolated } from '../../platform/i18n/texts.js';

/** Who is compared with whom: the teams of a game that has them, or its players. */
export type Standing = Pick<GameView, 'leaders' | 'playerCount'>;

export const teamId = (team: number): UserId => `team-${team}` as UserId;

/** Teams as entries of a ranking, the best first; `seat` is their number. Those without members or points are left out. */
export function standingOf({ teams, leaders, playerCount }: GameView): Standing {
  if (teams === undefined) return { leaders, playerCount };
  const ranked = teams
    .filter(({ members, score }) => members > 0 || score !== 0)
    .map(({ number: seat, name, score }): Leader => ({ id: teamId(seat), seat, name, score, isActive: true }))
    .sort((one, other) => other.score - one.score || one.seat - other.seat);
  return { leaders: ranked, playerCount: ranked.length };
}

export interface OwnStand {
  /** Of the entry of the standing. */
  readonly id: UserId;
  readonly score: number;
  readonly rank: number;
}

/** Where a player stands: their team, or they themselves. */
export function ownStand(view: GameView, seat: OwnSeat): OwnStand {
  const { leaders } = standingOf(view);
  const place = seat.team === undefined ? -1 : leaders.findIndex(({ id }) => id === teamId(seat.team ?? 0));
  const team = leaders[place];
  if (team === undefined) return { id: seat.id, score: seat.score, rank: rankInView(view, seat) };
  return { id: team.id, score: team.score, rank: ranksOf(leaders)[place] ?? 1 };
}

/** Who answers, for a text: the player, after the team that the answer counts for. */
export function nameWithTeam(view: Pick<GameView, 'teams'> | null, name: string, number: unknown): string {
  const team = view?.teams?.find((one) => one.number === number);
  return team === undefined ? name : `${isolated(team.name)} · ${isolated(name)}`;
}
