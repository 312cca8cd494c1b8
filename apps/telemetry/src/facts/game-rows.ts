import type { HelpCategory, OutlinedEvent } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import { type Columns, insertRows } from '../tally/insert-rows.js';
import { LOCK_GAMES, updateGame } from './facts.sql.js';

/** The read model of a game. Times in ms since the epoch. */
export interface GameRow {
  readonly gameId: string;
  version: number;
  gameCode: string;
  status: 'setup' | 'playing' | 'completed';
  moderatorName: string;
  moderatorLeft: boolean;
  /** The open call for help; null if there is none. */
  helpCategory: HelpCategory | null;
  helpText: string | null;
  helpAt: number | null;
  players: number;
  createdAt: number;
  lastAction: string;
  lastAt: number;
  questionAt: number | null;
  pressed: boolean;
  questionsChanged: number;
}

/** Bigints are read as strings. */
type StoredRow = {
  [K in keyof GameRow]: K extends 'createdAt' | 'lastAt' | 'questionAt' | 'helpAt' ? string | null : GameRow[K];
};

export const NO_HELP = { helpCategory: null, helpText: null, helpAt: null };

export const newGame = (event: Extract<OutlinedEvent, { type: 'gameCreated' }>): GameRow => ({
  gameId: event.gameId,
  version: 0,
  gameCode: event.gameCode,
  status: 'setup',
  moderatorName: event.moderatorName,
  moderatorLeft: false,
  ...NO_HELP,
  players: 0,
  createdAt: event.at,
  lastAction: event.type,
  lastAt: event.at,
  questionAt: null,
  pressed: false,
  questionsChanged: 0,
});

export async function readGames(gameIds: readonly string[], manager: EntityManager): Promise<Map<string, GameRow>> {
  const rows = await manager.query<StoredRow[]>(LOCK_GAMES, [gameIds]);
  const games = rows.map((row) => ({
    ...row,
    createdAt: Number(row.createdAt),
    lastAt: Number(row.lastAt),
    questionAt: row.questionAt === null ? null : Number(row.questionAt),
    helpAt: row.helpAt === null ? null : Number(row.helpAt),
  }));
  return new Map(games.map((game) => [game.gameId, game]));
}

const COLUMNS: Columns<GameRow> = {
  game_id: ['text', ({ gameId }) => gameId],
  version: ['int', ({ version }) => version],
  game_code: ['text', ({ gameCode }) => gameCode],
  status: ['text', ({ status }) => status],
  moderator_name: ['text', ({ moderatorName }) => moderatorName],
  moderator_left: ['boolean', ({ moderatorLeft }) => moderatorLeft],
  help_category: ['text', ({ helpCategory }) => helpCategory],
  help_text: ['text', ({ helpText }) => helpText],
  help_at: ['bigint', ({ helpAt }) => helpAt],
  players: ['int', ({ players }) => players],
  created_at: ['bigint', ({ createdAt }) => createdAt],
  last_action: ['text', ({ lastAction }) => lastAction],
  last_at: ['bigint', ({ lastAt }) => lastAt],
  question_at: ['bigint', ({ questionAt }) => questionAt],
  pressed: ['boolean', ({ pressed }) => pressed],
  questions_changed: ['int', ({ questionsChanged }) => questionsChanged],
};
const FIXED = new Set(['game_id', 'game_code', 'created_at']);
const UPDATE_GAME = updateGame(Object.keys(COLUMNS).filter((name) => !FIXED.has(name)));

export const writeGames = (games: readonly GameRow[], manager: EntityManager): Promise<void> =>
  insertRows(manager, 'game', COLUMNS, games, UPDATE_GAME);
