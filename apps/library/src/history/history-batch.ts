import type { OutlinedEvent } from '@earworm/contracts';
import type { UserId } from '@earworm/rules';
import type { EntityManager } from 'typeorm';
import { Rows } from './rows.js';

type Event<T extends OutlinedEvent['type']> = Extract<OutlinedEvent, { type: T }>;

interface Game {
  readonly gameId: string;
  /** Until then all is in its history. */
  version: number;
  status: string;
  completedAt: number | null;
  playerCount: number;
}

interface Player {
  /** As it stood before, unless it is set. */
  name: string | null;
  gain: number;
  /** As it stood before, unless it is set. */
  removed: boolean | null;
}

export interface Verdict {
  readonly questionId: string;
  /** Null when the question ended without an answer. */
  readonly playerId: UserId | null;
  readonly correct: boolean;
  readonly gain: number;
}

const KNOWN = `select game_id as "gameId", version, status, completed_at::float8 as "completedAt",
    player_count as "playerCount" from game where game_id = any($1::text[]) order by game_id for update`;

/** Some games' history while log rows are entered into it; written a table at a time, not an event at a time. */
export class Book {
  readonly #games: Map<string, Game>;
  readonly #touched = new Set<Game>();
  readonly #created = new Rows<[string, string, string, string, number]>();
  readonly #joined = new Rows<[string, string, number, string]>();
  readonly #verdicts = new Rows<[string, number, string, string | null, boolean, number]>();
  readonly #players = new Map<string, Player & { readonly gameId: string; readonly playerId: string }>();

  private constructor(
    games: readonly Game[],
    private readonly manager: EntityManager,
  ) {
    this.#games = new Map(games.map((game) => [game.gameId, game]));
  }

  /** Those of the games that are known stay locked until the transaction ends. */
  static async open(gameIds: readonly string[], manager: EntityManager): Promise<Book> {
    return new Book(await manager.query<Game[]>(KNOWN, [gameIds]), manager);
  }

  /** 0 when the game is not known. */
  versionOf(gameId: string): number {
    return this.#games.get(gameId)?.version ?? 0;
  }

  create(version: number, { gameId, gameCode, moderatorId, moderatorName, at }: Event<'gameCreated'>): void {
    this.#created.add(gameId, gameCode, moderatorId, moderatorName, at);
    this.#games.set(gameId, { gameId, version: 0, status: 'setup', completedAt: null, playerCount: 0 });
    this.#touch(gameId, version);
  }

  turn(gameId: string, version: number, status: string, completedAt: number | null): void {
    const game = this.#touch(gameId, version);
    if (game) Object.assign(game, { status, completedAt });
  }

  join(gameId: string, version: number, playerId: UserId, name: string): void {
    const game = this.#touch(gameId, version);
    if (game) this.#joined.add(gameId, playerId, ++game.playerCount, name);
  }

  rename(gameId: string, version: number, playerId: UserId, name: string): void {
    if (this.#touch(gameId, version)) this.#player(gameId, playerId).name = name;
  }

  judge(gameId: string, version: number, { questionId, playerId, correct, gain }: Verdict): void {
    if (!this.#touch(gameId, version)) return;
    this.#verdicts.add(gameId, version, questionId, playerId, correct, gain);
    if (playerId !== null) this.#player(gameId, playerId).gain += gain;
  }

  /** Points given or taken by hand. */
  score(gameId: string, version: number, { playerId, gain }: Event<'scoreChanged'>): void {
    if (this.#touch(gameId, version)) this.#player(gameId, playerId).gain += gain;
  }

  /** Taken out of the standings, or back in them. */
  remove(gameId: string, version: number, playerId: UserId, removed: boolean): void {
    if (this.#touch(gameId, version)) this.#player(gameId, playerId).removed = removed;
  }

  async undo(gameId: string, version: number, { verdict, playerId, gain }: Event<'verdictUndone'>): Promise<void> {
    if (!this.#touch(gameId, version)) return;
    if (playerId !== null) this.#player(gameId, playerId).gain += gain;
    await this.write();
    await this.manager.query(`delete from verdict where game_id = $1 and version = $2`, [gameId, verdict]);
  }

  async change(gameId: string, version: number, changed: Event<'verdictChanged'>): Promise<void> {
    if (!this.#touch(gameId, version)) return;
    const { verdict, playerId, correct, gain } = changed;
    this.#player(gameId, playerId).gain += gain;
    await this.write();
    await this.manager.query(`update verdict set correct = $3, gain = gain + $4 where game_id = $1 and version = $2`, [
      gameId,
      verdict,
      correct,
      gain,
    ]);
  }

  async moveSeat(gameId: string, version: number, { from, to }: Event<'seatMoved'>): Promise<void> {
    if (!this.#touch(gameId, version)) return;
    await this.write();
    for (const table of ['participant', 'verdict'])
      await this.manager.query(`update ${table} set player_id = $3 where game_id = $1 and player_id = $2`, [
        gameId,
        from,
        to,
      ]);
  }

  async moveModerator(gameId: string, version: number, { from, to }: Event<'moderatorMoved'>): Promise<void> {
    if (!this.#touch(gameId, version)) return;
    await this.write();
    await this.manager.query(`update game set moderator_id = $3 where game_id = $1 and moderator_id = $2`, [
      gameId,
      from,
      to,
    ]);
  }

  /** All that was entered since the last time. */
  async write(): Promise<void> {
    const { manager } = this;
    await this.#created.write(
      manager,
      `insert into game (game_id, version, game_code, status, moderator_id, moderator_name, created_at)
        select game_id, 0, game_code, 'setup', moderator_id, moderator_name, created_at
          from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
            as given (game_id, game_code, moderator_id, moderator_name, created_at)`,
    );
    await this.#joined.write(
      manager,
      `insert into participant (game_id, player_id, seat, name)
        select * from unnest($1::text[], $2::text[], $3::integer[], $4::text[])`,
    );
    await this.#verdicts.write(
      manager,
      `insert into verdict (game_id, version, question_id, player_id, correct, gain)
        select * from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::boolean[], $6::integer[])`,
    );
    await this.#writePlayers();
    await this.#writeGames();
  }

  async #writePlayers(): Promise<void> {
    const players = new Rows<[string, string, string | null, number, boolean | null]>();
    for (const { gameId, playerId, name, gain, removed } of this.#players.values())
      players.add(gameId, playerId, name, gain, removed);
    this.#players.clear();
    await players.write(
      this.manager,
      `update participant set name = coalesce(given.name, participant.name), score = score + gain,
          removed = coalesce(given.removed, participant.removed)
        from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::boolean[])
          as given (game_id, player_id, name, gain, removed)
        where participant.game_id = given.game_id and participant.player_id = given.player_id`,
    );
  }

  async #writeGames(): Promise<void> {
    const games = new Rows<[string, number, string, number | null, number]>();
    for (const { gameId, version, status, completedAt, playerCount } of this.#touched)
      games.add(gameId, version, status, completedAt, playerCount);
    this.#touched.clear();
    await games.write(
      this.manager,
      `update game set version = given.version, status = given.status, completed_at = given.completed_at,
          player_count = given.player_count
        from unnest($1::text[], $2::integer[], $3::text[], $4::bigint[], $5::integer[])
          as given (game_id, version, status, completed_at, player_count)
        where game.game_id = given.game_id`,
    );
  }

  /** Undefined for a game that began before what is kept here: nothing can be said of it. */
  #touch(gameId: string, version: number): Game | undefined {
    const game = this.#games.get(gameId);
    if (!game) return undefined;
    game.version = version;
    this.#touched.add(game);
    return game;
  }

  #player(gameId: string, playerId: string): Player {
    const key = `${gameId} ${playerId}`;
    const player = this.#players.get(key) ?? { gameId, playerId, name: null, gain: 0, removed: null };
    this.#players.set(key, player);
    return player;
  }
}
