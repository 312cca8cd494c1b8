import { randomBytes } from 'node:crypto';
import {
  RefusedError,
  type ReplyOf,
  type importTemplate,
  TEMPLATE_LIMITS,
  type TemplateActor,
  type TemplateId,
} from '@earworm/contracts';
import { cleanText } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { insertTemplate, ownerOf } from '../templates/write.js';
import { readCsv } from './csv-file.js';
import { readJson } from './json-file.js';
import { problem, type Reading, refused } from './problems.js';
import { textOf } from './decode-text.js';

interface File {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

const { importBytes, titleLength } = TEMPLATE_LIMITS;
/** Unique within one template is enough, and a board of 6,000 questions stays small. */
const newId = () => randomBytes(8).toString('base64url');

/** What a file holds; what it is, its content says rather than its name. */
export function readFile({ fileName, bytes }: File): Reading {
  const text = textOf(bytes);
  if (text === null) return refused(problem(1, 1, 'unknown-encoding'));
  if (text.trim() === '') return refused(problem(1, 1, 'empty-file'));
  const name = cleanText(fileName.replace(/\.[^.]*$/, '')).slice(0, titleLength);
  if (!/^\s*[{[]/.test(text) && !/\.json$/i.test(fileName)) return readCsv(text, name, newId);
  const reading = readJson(text, newId);
  if (reading.kind === 'refused' || reading.facts.title.trim() !== '') return reading;
  return { ...reading, facts: { ...reading.facts, title: name } };
}

/** A file as a new template on the asker's shelf, or all that is wrong with it. */
export async function importFile(
  database: DataSource,
  actor: TemplateActor,
  templateId: TemplateId,
  file: File,
): Promise<ReplyOf<typeof importTemplate>> {
  if (file.bytes.length > importBytes) throw new RefusedError('too-large');
  const reading = readFile(file);
  if (reading.kind === 'refused') {
    const { problems, total } = reading;
    return { kind: 'refused', problems: [...problems], total };
  }
  const { facts, categories, warnings } = reading;
  const written = await database.transaction((manager) =>
    insertTemplate(manager, ownerOf(actor), { templateId, facts, categories }),
  );
  return {
    kind: 'imported',
    ...written,
    categoryCount: categories.length,
    questionCount: categories.reduce((sum, { questions }) => sum + questions.length, 0),
    warnings: [...warnings.problems],
    total: warnings.total,
  };
}
