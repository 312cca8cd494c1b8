import type { OutlinedEvent } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';

/** What is known of one game while a batch is counted. */
export interface Entry {
  readonly gameId: string;
  version: number;
  gameCode: string;
  status: 'setup' | 'playing' | 'completed';
  moderatorName: string;
  moderatorLeft: boolean;
  players: number;
  createdAt: number;
  lastAction: string;
  lastAt: number;
  questionAt: number | null;
  pressed: boolean;
  /** The last version that added or changed a question; 0 when they are as the game was created. */
  questionsChanged: number;
}

/** bigint comes as text. */
type Row = { [K in keyof Entry]: K extends 'createdAt' | 'lastAt' | 'questionAt' ? string | null : Entry[K] };

export const entryOf = (event: Extract<OutlinedEvent, { type: 'gameCreated' }>): Entry => ({
  gameId: event.gameId,
  version: 0,
  gameCode: event.gameCode,
  status: 'setup',
  moderatorName: event.moderatorName,
  moderatorLeft: false,
  players: 0,
  createdAt: event.at,
  lastAction: event.type,
  lastAt: event.at,
  questionAt: null,
  pressed: false,
  questionsChanged: 0,
});

/** Locked until the transaction ends. */
export async function readEntries(gameIds: readonly string[], manager: EntityManager): Promise<Map<string, Entry>> {
  const rows = await manager.query<Row[]>(
    `select game_id as "gameId", version, game_code as "gameCode", status, moderator_name as "moderatorName",
        moderator_left as "moderatorLeft", players, created_at as "createdAt", last_action as "lastAction",
        last_at as "lastAt", question_at as "questionAt", pressed, questions_changed as "questionsChanged"
      from game where game_id = any($1::text[]) order by game_id for update`,
    [gameIds],
  );
  return new Map(
    rows.map((row) => [
      row.gameId,
      {
        ...row,
        createdAt: Number(row.createdAt),
        lastAt: Number(row.lastAt),
        questionAt: row.questionAt === null ? null : Number(row.questionAt),
      },
    ]),
  );
}

export async function writeEntries(entries: readonly Entry[], manager: EntityManager): Promise<void> {
  const column = <K extends keyof Entry>(name: K) => entries.map((entry) => entry[name]);
  await manager.query(
    `insert into game (game_id, version, game_code, status, moderator_name, moderator_left, players, created_at,
        last_action, last_at, question_at, pressed, questions_changed)
      select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::int[],
        $8::bigint[], $9::text[], $10::bigint[], $11::bigint[], $12::boolean[], $13::int[])
      on conflict (game_id) do update set version = excluded.version, status = excluded.status,
        moderator_name = excluded.moderator_name, moderator_left = excluded.moderator_left, players = excluded.players,
        last_action = excluded.last_action, last_at = excluded.last_at, question_at = excluded.question_at,
        pressed = excluded.pressed, questions_changed = excluded.questions_changed,
        changed = nextval('game_changes')`,
    [
      column('gameId'),
      column('version'),
      column('gameCode'),
      column('status'),
      column('moderatorName'),
      column('moderatorLeft'),
      column('players'),
      column('createdAt'),
      column('lastAction'),
      column('lastAt'),
      column('questionAt'),
      column('pressed'),
      column('questionsChanged'),
    ],
  );
}
