import type { UserId } from '../ids.js';
import type { Game, Player } from '../state.js';
import { dealt } from '../teams/deal.js';
import type { TimelineRow } from './row.js';

type Member = Pick<Player, 'id' | 'seat' | 'removed'> & { readonly team?: number };

/** Goes through all rows of a game in order, and knows for which team a buzz or a verdict counts. */
export class TeamsOfRows {
  #teams: readonly number[] = [];
  #members: readonly Member[] = [];
  /** Of the last buzz of each player. */
  readonly #buzzes = new Map<UserId, number | undefined>();
  /** By the versions of their rows. */
  readonly #verdicts = new Map<number, number | undefined>();

  /** The team of a buzz or a verdict; undefined for one without a team, and for all other rows. */
  follow(row: TimelineRow): number | undefined {
    const { type, version, playerId = null, team = null, from, to, into } = row;
    switch (type) {
      case 'teamCreated':
        if (team !== null && !this.#teams.includes(team)) this.#teams = [...this.#teams, team];
        return undefined;
      case 'teamRemoved':
        this.#teams = this.#teams.filter((number) => number !== team);
        this.#change(
          () => true,
          ({ team: of, ...member }) => (of === team || of === undefined ? member : { ...member, team: of }),
        );
        return undefined;
      case 'teamsMerged':
        if (team !== null && into !== undefined) this.#merge(team, into);
        return undefined;
      case 'teamJoined':
      case 'teamMoved':
        if (team === null || this.#teams.includes(team))
          this.#change(
            ({ id }) => id === playerId,
            ({ team: _team, ...member }) => (team === null ? member : { ...member, team }),
          );
        return undefined;
      case 'teamsDealt':
        this.#deal(row);
        return undefined;
      case 'playerJoined':
        if (playerId !== null && !this.#members.some(({ id }) => id === playerId))
          this.#members = [...this.#members, { id: playerId, seat: this.#members.length + 1, removed: null }];
        return undefined;
      case 'playerRejoined':
        this.#change(
          ({ id }) => id === playerId,
          (member) => ({ ...member, removed: null }),
        );
        return undefined;
      case 'playerRemoved':
      case 'playerBanned':
        this.#change(
          ({ id }) => id === playerId,
          (member) => ({ ...member, removed: 'removed' }),
        );
        return undefined;
      case 'seatMoved':
        if (from !== undefined && to !== undefined) this.#move(from, to);
        return undefined;
      case 'playerBuzzed':
      case 'buzzArrived':
      case 'falseStarted': {
        if (playerId === null) return undefined;
        const own = this.#members.find(({ id }) => id === playerId)?.team;
        this.#buzzes.set(playerId, own);
        return own;
      }
      case 'answerJudged': {
        const counted = playerId === null ? undefined : this.#buzzes.get(playerId);
        this.#verdicts.set(version, counted);
        return counted;
      }
      case 'verdictUndone':
      case 'verdictChanged':
        return row.verdict === undefined ? undefined : this.#verdicts.get(row.verdict);
      default:
        return undefined;
    }
  }

  #change(isMeant: (member: Member) => boolean, change: (member: Member) => Member): void {
    this.#members = this.#members.map((member) => (isMeant(member) ? change(member) : member));
  }

  #deal({ seed = 0, kept = false }: TimelineRow): void {
    const teams = this.#teams.map((number) => ({ number, name: '', score: 0 }));
    // All that a deal reads of a game.
    const game = { teams, players: this.#members } as unknown as Game;
    this.#members = dealt(game, { seed, kept }).players;
  }

  #merge(team: number, into: number): void {
    if (team === into || !this.#teams.includes(team) || !this.#teams.includes(into)) return;
    this.#teams = this.#teams.filter((number) => number !== team);
    this.#change(
      ({ team: of }) => of === team,
      (member) => ({ ...member, team: into }),
    );
    for (const counted of [this.#buzzes, this.#verdicts] as Map<unknown, number | undefined>[])
      for (const [key, of] of counted) if (of === team) counted.set(key, into);
  }

  #move(from: UserId, to: UserId): void {
    if (this.#members.some(({ id }) => id === to)) return;
    this.#change(
      ({ id }) => id === from,
      (member) => ({ ...member, id: to }),
    );
    if (this.#buzzes.has(from)) this.#buzzes.set(to, this.#buzzes.get(from));
  }
}
