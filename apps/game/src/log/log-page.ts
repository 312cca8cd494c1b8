import type { gameLog, questionContents, ReplyOf, RequestOf } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { QUESTION_CONTENTS, READ_LOG } from './log.sql.js';

/** Of rows in one page: a larger one delays the bus and the thread that reads it. */
const SEND_BYTES = 128 * 1024;
/** Of events that one page may decompress, most of which it may leave out. */
const READ_BYTES = 4 * 1024 * 1024;

interface Page {
  readonly rows: string;
  readonly end_tx: string | null;
  readonly end_position: string | null;
  readonly more: boolean;
}

/** The reply of `gameLog` as JSON text: rows after a place in the log, oldest first. */
export async function readLogPage(
  database: DataSource,
  { after, limit, without, categories }: RequestOf<typeof gameLog>,
): Promise<string> {
  const unwanted = without.map((type) => `{"type":"${type}",`);
  const values = [after.tx, after.position, limit, unwanted, categories, SEND_BYTES, READ_BYTES];
  const [page] = await database.query<Page[]>(READ_LOG, values);
  if (!page?.end_tx) return '{"rows":[],"end":null,"more":false}';
  const { rows, end_tx, end_position, more } = page;
  return `{"rows":[${rows}],"end":{"tx":"${end_tx}","position":"${end_position}"},"more":${more}}`;
}

export async function readQuestionContents(
  database: DataSource,
  { questions }: RequestOf<typeof questionContents>,
): Promise<ReplyOf<typeof questionContents>> {
  const values = [
    questions.map(({ gameId }) => gameId),
    questions.map(({ questionId }) => questionId),
    questions.map(({ until }) => until),
  ];
  return { questions: await database.query(QUESTION_CONTENTS, values) };
}
