import type { Analytics } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import { COUNT_USERS, selectErrorGroups, selectMissed } from './analytics.sql.js';
import type { Games } from './games.js';
import { bucketsIn, type Span, talliedIn } from './time-ranges.js';

const QUESTIONS = 20;
const GROUPS = 50;

export async function usersByType(database: EntityManager, { from, to }: Span): Promise<Map<string, number>> {
  const rows = await database.query<{ type: string; users: number }[]>(COUNT_USERS, [from, to]);
  return new Map(rows.map(({ type, users }) => [type, users]));
}

export function missedQuestions(database: EntityManager, span: Span): Promise<Analytics['missed']> {
  const { condition, values } = bucketsIn(span);
  return database.query<Analytics['missed']>(selectMissed('question_tally', condition, QUESTIONS), values);
}

export const missedByGames = (
  database: EntityManager,
  { from, to }: Span,
  games: Games,
): Promise<Analytics['missed']> => {
  const condition = `quarter >= $1 and quarter < $2 and ${games.condition(2)}`;
  return database.query<Analytics['missed']>(selectMissed('game_question_tally', condition, QUESTIONS), [
    from,
    to,
    ...games.values,
  ]);
};

type Group = Omit<Analytics['errors'][number], 'firstAt' | 'lastAt'> & {
  readonly firstAt: Date;
  readonly lastAt: Date;
};

export async function errorGroups(database: EntityManager, span: Span): Promise<Analytics['errors']> {
  const { condition, values } = talliedIn(span, ['errors'], 2);
  const rows = await database.query<Group[]>(selectErrorGroups(condition, GROUPS), [span.from, span.to, ...values]);
  return rows.map((row) => ({ ...row, firstAt: row.firstAt.getTime(), lastAt: row.lastAt.getTime() }));
}
