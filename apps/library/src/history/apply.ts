import { GameEvent, type UserId } from '@earworm/rules';
import type { LogRow } from '@earworm/service-kit/follow';
import type { EntityManager } from 'typeorm';

type Event<T extends GameEvent['type']> = Extract<GameEvent, { type: T }>;

const KNOWN: ReadonlySet<string> = new Set(GameEvent.options.map((option) => option.shape.type.value));
const isKnown = (stored: { type: string }): stored is GameEvent => KNOWN.has(stored.type);

/**
 * The effect of log rows on the history of games. Rows that a game has already taken in change nothing. Throws for an
 * event type of a newer release: history waits for its own upgrade rather than miss something.
 */
export async function applyToHistory(rows: readonly LogRow[], manager: EntityManager): Promise<void> {
  const versions = await versionsOf([...new Set(rows.map((row) => row.gameId))], manager);
  const scores = new Scores();
  for (const { gameId, version, event: stored } of rows) {
    if (version <= (versions.get(gameId) ?? 0)) continue;
    if (!isKnown(stored)) throw new Error(`the log holds an event of unknown type "${stored.type}"`);
    if (stored.type === 'seatMoved') await scores.write(manager);
    await apply(gameId, version, stored, scores, manager);
    versions.set(gameId, version);
  }
  await scores.write(manager);
  await manager.query(
    `update game set version = seen.version
      from unnest($1::text[], $2::integer[]) as seen (game_id, version) where game.game_id = seen.game_id`,
    [[...versions.keys()], [...versions.values()]],
  );
}

async function versionsOf(gameIds: readonly string[], manager: EntityManager): Promise<Map<string, number>> {
  const known = await manager.query<{ game_id: string; version: number }[]>(
    'select game_id, version from game where game_id = any($1::text[]) order by game_id for update',
    [gameIds],
  );
  return new Map(known.map((row) => [row.game_id, row.version]));
}

async function apply(gameId: string, version: number, event: GameEvent, scores: Scores, manager: EntityManager) {
  switch (event.type) {
    case 'gameCreated':
      return created(version, event, manager);
    case 'gameStarted':
      return manager.query(`update game set status = 'playing' where game_id = $1`, [gameId]);
    case 'gameCompleted':
      return manager.query(`update game set status = 'completed', completed_at = $2 where game_id = $1`, [
        gameId,
        event.at,
      ]);
    case 'playerJoined':
      return joined(gameId, event, manager);
    case 'playerRejoined':
    case 'playerRenamed':
      return manager.query('update participant set name = $3 where game_id = $1 and player_id = $2', [
        gameId,
        event.playerId,
        event.name,
      ]);
    case 'seatMoved':
      return seatMoved(gameId, event, manager);
    case 'answerJudged':
      scores.add(gameId, event.playerId, event.gain);
      return judged(gameId, version, event, manager);
    case 'questionMarkedUnanswered':
      return judged(gameId, version, { ...event, playerId: null, correct: false, gain: 0 }, manager);
    default:
      return undefined;
  }
}

interface Verdict {
  readonly questionId: string;
  /** Null when the question ended without an answer. */
  readonly playerId: UserId | null;
  readonly correct: boolean;
  readonly gain: number;
}

const judged = (gameId: string, version: number, verdict: Verdict, manager: EntityManager) =>
  manager.query(
    'insert into verdict (game_id, version, question_id, player_id, correct, gain) values ($1, $2, $3, $4, $5, $6)',
    [gameId, version, verdict.questionId, verdict.playerId, verdict.correct, verdict.gain],
  );

async function seatMoved(gameId: string, { from, to }: Event<'seatMoved'>, manager: EntityManager): Promise<void> {
  for (const table of ['participant', 'verdict']) {
    await manager.query(`update ${table} set player_id = $3 where game_id = $1 and player_id = $2`, [gameId, from, to]);
  }
}

const created = (version: number, event: Event<'gameCreated'>, manager: EntityManager) =>
  manager.query(
    `insert into game (game_id, version, game_code, status, moderator_id, moderator_name, created_at)
      values ($1, $2, $3, 'setup', $4, $5, $6)`,
    [event.gameId, version, event.gameCode, event.moderatorId, event.moderatorName, event.at],
  );

const joined = (gameId: string, event: Event<'playerJoined'>, manager: EntityManager) =>
  manager.query(
    `with counted as (update game set player_count = player_count + 1 where game_id = $1 returning player_count)
      insert into participant (game_id, player_id, seat, name) select $1, $2, player_count, $3 from counted`,
    [gameId, event.playerId, event.name],
  );

/** Gains of many verdicts, written together. */
class Scores {
  private gains = new Map<string, { gameId: string; playerId: UserId; gain: number }>();

  add(gameId: string, playerId: UserId, gain: number): void {
    const key = `${gameId} ${playerId}`;
    this.gains.set(key, { gameId, playerId, gain: gain + (this.gains.get(key)?.gain ?? 0) });
  }

  async write(manager: EntityManager): Promise<void> {
    if (this.gains.size === 0) return;
    const gains = [...this.gains.values()];
    this.gains = new Map();
    await manager.query(
      `update participant set score = score + gained.gain
        from unnest($1::text[], $2::text[], $3::integer[]) as gained (game_id, player_id, gain)
        where participant.game_id = gained.game_id and participant.player_id = gained.player_id`,
      [gains.map((each) => each.gameId), gains.map((each) => each.playerId), gains.map((each) => each.gain)],
    );
  }
}
