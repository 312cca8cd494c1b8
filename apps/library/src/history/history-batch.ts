import type { OutlinedEvent } from '@earworm/contracts';
import { dealt, type UserId } from '@earworm/rules';
import type { EntityManager } from 'typeorm';
import * as sql from './history.sql.js';

type Event<T extends OutlinedEvent['type']> = Extract<OutlinedEvent, { type: T }>;

interface Game {
  readonly gameId: string;
  version: number;
  status: string;
  completedAt: number | null;
  playerCount: number;
  reviewsNames: boolean;
}

/** Changes of one player; null leaves a column as it is. */
interface PlayerChange {
  readonly gameId: string;
  readonly playerId: string;
  name: string | null;
  gain: number;
  removed: boolean | null;
  /** The name waits for a review. */
  unreviewed: boolean | null;
  /** The player of a reserved seat has not come yet. */
  reserved: boolean | null;
  /** Undefined leaves the team as it is; null: in none. */
  team: number | null | undefined;
}

export interface Verdict {
  readonly questionId: string;
  /** Null when the question ended without an answer. */
  readonly playerId: UserId | null;
  readonly correct: boolean;
  readonly gain: number;
  /** Who judged, in a game with several members who can. */
  readonly byName?: string | undefined;
  /** Whether it ends the question; absent: as a right answer does. */
  readonly over?: boolean | undefined;
  /** For which it counts. */
  readonly team?: number | undefined;
}

interface DealtPlayer {
  readonly seat: number;
  readonly team?: number;
  readonly removed: 'removed' | null;
}

/** Collects what log rows change in the history of some games, and writes it one table at a time. */
export class HistoryBatch {
  readonly #games: Map<string, Game>;
  readonly #changed = new Set<Game>();
  readonly #players = new Map<string, PlayerChange>();
  #created: unknown[][] = [];
  #joined: unknown[][] = [];
  #verdicts: unknown[][] = [];

  private constructor(
    games: readonly Game[],
    private readonly manager: EntityManager,
  ) {
    this.#games = new Map(games.map((game) => [game.gameId, game]));
  }

  static async open(gameIds: readonly string[], manager: EntityManager): Promise<HistoryBatch> {
    return new HistoryBatch(await manager.query<Game[]>(sql.LOCK_GAMES, [gameIds]), manager);
  }

  versionOf(gameId: string): number {
    return this.#games.get(gameId)?.version ?? 0;
  }

  create(version: number, created: Event<'gameCreated'>): void {
    const { gameId, gameCode, moderatorId, moderatorName, at, settings } = created;
    const reviewsNames = settings.nameReview === 'on';
    this.#created.push([gameId, gameCode, moderatorId, moderatorName, at]);
    this.#games.set(gameId, { gameId, version: 0, status: 'setup', completedAt: null, playerCount: 0, reviewsNames });
    this.#advance(gameId, version);
  }

  setStatus(gameId: string, version: number, status: string, completedAt: number | null): void {
    const game = this.#advance(gameId, version);
    if (game) Object.assign(game, { status, completedAt });
  }

  changeSettings(gameId: string, version: number, { settings }: Event<'settingsChanged'>): void {
    const game = this.#advance(gameId, version);
    if (game) game.reviewsNames = settings.nameReview === 'on';
  }

  join(gameId: string, version: number, playerId: UserId, name: string, reserved = false): void {
    const game = this.#advance(gameId, version);
    if (game) this.#joined.push([gameId, playerId, ++game.playerCount, name, game.reviewsNames, reserved]);
  }

  /** A seat like any other, whose player has not come yet. `again`: it was released before. */
  async reserve(gameId: string, version: number, event: Event<'seatReserved'>): Promise<void> {
    const { playerId, name, again } = event;
    if (again !== true) return this.join(gameId, version, playerId, name, true);
    await this.rejoin(gameId, version, playerId, name);
    if (this.#advance(gameId, version)) this.#player(gameId, playerId).reserved = true;
  }

  /** By the player: a new name waits for a review where names are reviewed. */
  rename(gameId: string, version: number, playerId: UserId, name: string): void {
    const game = this.#advance(gameId, version);
    if (game) Object.assign(this.#player(gameId, playerId), { name, ...(game.reviewsNames && { unreviewed: true }) });
  }

  /** Under a name that may be the same: it is compared with what is written. */
  async rejoin(gameId: string, version: number, playerId: UserId, name: string): Promise<void> {
    if (this.#games.get(gameId)?.reviewsNames === true) await this.write();
    this.rename(gameId, version, playerId, name);
    this.setRemoved(gameId, version, playerId, false);
    if (this.#advance(gameId, version)) this.#player(gameId, playerId).reserved = false;
  }

  setName(gameId: string, version: number, playerId: UserId, name: string): void {
    if (this.#advance(gameId, version)) Object.assign(this.#player(gameId, playerId), { name, unreviewed: false });
  }

  approveNames(gameId: string, version: number, { playerIds }: Event<'namesApproved'>): void {
    if (this.#advance(gameId, version)) for (const id of playerIds) this.#player(gameId, id).unreviewed = false;
  }

  setRemoved(gameId: string, version: number, playerId: UserId, removed: boolean): void {
    if (this.#advance(gameId, version)) this.#player(gameId, playerId).removed = removed;
  }

  async place(gameId: string, version: number, { showId, roomId }: Event<'placedInRoom'>): Promise<void> {
    if (this.#advance(gameId, version)) await this.#writeThen([sql.PLACE_GAME], [gameId, showId, roomId]);
  }

  async createTeam(gameId: string, version: number, { team, name, key }: Event<'teamCreated'>): Promise<void> {
    if (this.#advance(gameId, version)) await this.#writeThen([sql.INSERT_TEAM], [gameId, team, version, name, key]);
  }

  async renameTeam(gameId: string, version: number, { team, name }: Event<'teamRenamed' | 'teamNamed'>): Promise<void> {
    if (this.#advance(gameId, version)) await this.#writeThen([sql.RENAME_TEAM], [gameId, team, name]);
  }

  /** What counted for the team counts for the other one from now on; null: for none. */
  async endTeam(
    gameId: string,
    version: number,
    { team, into }: { readonly team: number; readonly into: number | null },
  ): Promise<void> {
    if (!this.#advance(gameId, version)) return;
    await this.#writeThen(sql.MOVE_TEAM, [gameId, team, into]);
    await this.#writeThen([sql.DELETE_TEAM], [gameId, team]);
  }

  setTeam(gameId: string, version: number, playerId: UserId, team: number | null): void {
    if (this.#advance(gameId, version)) this.#player(gameId, playerId).team = team;
  }

  /** As the rules deal them, from what was written. */
  async dealTeams(gameId: string, version: number, deal: Event<'teamsDealt'>): Promise<void> {
    if (!this.#advance(gameId, version)) return;
    await this.write();
    const teams = await this.manager.query<{ number: number }[]>(sql.TEAMS, [gameId]);
    const seats = await this.manager.query<{ seat: number; team: number | null; removed: boolean }[]>(sql.SEATS, [
      gameId,
    ]);
    const players = seats.map(({ seat, team, removed }): DealtPlayer => {
      return { seat, removed: removed ? 'removed' : null, ...(team !== null && { team }) };
    });
    const placed = dealt<DealtPlayer, { players: readonly DealtPlayer[]; teams: typeof teams }>(
      { players, teams },
      deal,
    );
    await this.manager.query(sql.SEAT_IN_TEAMS, [
      gameId,
      placed.players.map(({ seat }) => seat),
      placed.players.map(({ team = null }) => team),
    ]);
  }

  /** It counts for the team that the player is in. */
  async changeScore(gameId: string, version: number, { playerId, gain }: Event<'scoreChanged'>): Promise<void> {
    if (!this.#advance(gameId, version)) return;
    this.#player(gameId, playerId).gain += gain;
    await this.#writeThen([sql.INSERT_SCORE_CHANGE], [gameId, version, playerId, gain]);
  }

  async undoScoreChange(gameId: string, version: number, undone: Event<'scoreChangeUndone'>): Promise<void> {
    if (!this.#advance(gameId, version)) return;
    this.#player(gameId, undone.playerId).gain += undone.gain;
    await this.#writeThen([sql.DELETE_SCORE_CHANGE], [gameId, undone.change]);
  }

  judge(gameId: string, version: number, verdict: Verdict): void {
    if (!this.#advance(gameId, version)) return;
    const { questionId, playerId, correct, gain, byName, team, over = correct } = verdict;
    const ends = over || playerId === null;
    this.#verdicts.push([gameId, version, questionId, playerId, correct, gain, byName ?? null, team ?? null, ends]);
    if (playerId !== null) this.#player(gameId, playerId).gain += gain;
  }

  async undo(gameId: string, version: number, { verdict, playerId, gain }: Event<'verdictUndone'>): Promise<void> {
    if (!this.#advance(gameId, version)) return;
    if (playerId !== null) this.#player(gameId, playerId).gain += gain;
    await this.#writeThen([sql.DELETE_VERDICT], [gameId, verdict]);
  }

  async change(gameId: string, version: number, changed: Event<'verdictChanged'>): Promise<void> {
    if (!this.#advance(gameId, version)) return;
    const { verdict, playerId, correct, gain, byName } = changed;
    this.#player(gameId, playerId).gain += gain;
    await this.#writeThen([sql.CORRECT_VERDICT], [gameId, verdict, correct, gain, byName ?? null]);
  }

  async moveSeat(gameId: string, version: number, { from, to }: Event<'seatMoved'>): Promise<void> {
    if (this.#advance(gameId, version)) await this.#writeThen(sql.MOVE_PLAYER, [[gameId], from, to]);
  }

  async moveModerator(gameId: string, version: number, { from, to }: Event<'moderatorMoved'>): Promise<void> {
    if (!this.#advance(gameId, version)) return;
    await this.#writeThen([sql.MOVE_MODERATOR], [gameId, from, to]);
    await this.#writeThen([sql.REMOVE_MEMBER], [gameId, to]);
  }

  async addMember(gameId: string, version: number, userId: UserId): Promise<void> {
    if (this.#advance(gameId, version)) await this.#writeThen([sql.ADD_MEMBER], [gameId, userId]);
  }

  async removeMember(gameId: string, version: number, userId: UserId): Promise<void> {
    if (this.#advance(gameId, version)) await this.#writeThen([sql.REMOVE_MEMBER], [gameId, userId]);
  }

  async moveMember(gameId: string, version: number, { from, to }: Event<'crewMemberMoved'>): Promise<void> {
    if (!this.#advance(gameId, version)) return;
    await this.#writeThen([sql.REMOVE_MEMBER], [gameId, from]);
    await this.#writeThen([sql.ADD_MEMBER], [gameId, to]);
  }

  async changeOwner(gameId: string, version: number, { from, to, name, stays }: Event<'ownerChanged'>): Promise<void> {
    if (!this.#advance(gameId, version)) return;
    await this.#writeThen([sql.CHANGE_OWNER], [gameId, from, to, name]);
    await this.#writeThen([sql.REMOVE_MEMBER], [gameId, to]);
    if (stays) await this.#writeThen([sql.ADD_MEMBER], [gameId, from]);
  }

  /** For events that change rows that may not be written yet. */
  async #writeThen(statements: readonly string[], values: unknown[]): Promise<void> {
    await this.write();
    for (const statement of statements) await this.manager.query(statement, values);
  }

  async write(): Promise<void> {
    await this.#writeRows(sql.INSERT_GAMES, this.#created);
    await this.#writeRows(sql.INSERT_PARTICIPANTS, this.#joined);
    await this.#writeRows(sql.INSERT_VERDICTS, this.#verdicts);
    const players = [...this.#players.values()];
    await this.#writeRows(
      sql.UPDATE_PARTICIPANTS,
      players.map((player) => [
        ...[player.gameId, player.playerId, player.name],
        ...[player.gain, player.removed, player.unreviewed, player.reserved],
        ...[player.team !== undefined, player.team ?? null],
      ]),
    );
    const games = [...this.#changed];
    await this.#writeRows(
      sql.UPDATE_GAMES,
      games.map(({ gameId, version, status, completedAt, playerCount, reviewsNames }) => [
        gameId,
        version,
        status,
        completedAt,
        playerCount,
        reviewsNames,
      ]),
    );
    this.#created = [];
    this.#joined = [];
    this.#verdicts = [];
    this.#players.clear();
    this.#changed.clear();
  }

  async #writeRows(statement: string, rows: readonly unknown[][]): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const columns = first.map((_, column) => rows.map((row) => row[column]));
    await this.manager.query(statement, columns);
  }

  /** Undefined for a game that is older than the history: its events are skipped. */
  #advance(gameId: string, version: number): Game | undefined {
    const game = this.#games.get(gameId);
    if (!game) return undefined;
    game.version = version;
    this.#changed.add(game);
    return game;
  }

  #player(gameId: string, playerId: string): PlayerChange {
    const key = `${gameId} ${playerId}`;
    const player = this.#players.get(key) ?? {
      ...{ gameId, playerId, name: null, gain: 0, removed: null },
      ...{ unreviewed: null, reserved: null, team: undefined },
    };
    this.#players.set(key, player);
    return player;
  }
}
