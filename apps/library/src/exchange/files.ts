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
import type { DataSource, EntityManager } from 'typeorm';
import { readContent } from '../templates/read.js';
import { insertTemplate, ownerOf } from '../templates/write.js';
import { readCsv, writeCsv } from './csv-file.js';
import { decodeText } from './decode-text.js';
import { readJson, writeJson } from './json-file.js';
import { problem, type Reading, refused } from './problems.js';

interface File {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

const { importBytes, titleLength } = TEMPLATE_LIMITS;
/** Unique within one template; short, so that a board of 6,000 questions stays small. */
const newId = () => randomBytes(8).toString('base64url');

export function readFile({ fileName, bytes }: File): Reading {
  const text = decodeText(bytes);
  if (text === null) return refused(problem(1, 1, 'unknown-encoding'));
  if (text.trim() === '') return refused(problem(1, 1, 'empty-file'));
  const name = cleanText(fileName.replace(/\.[^.]*$/, '')).slice(0, titleLength);
  if (!/^\s*[{[]/.test(text) && !/\.json$/i.test(fileName)) return readCsv(text, name, newId);
  const reading = readJson(text, newId);
  if (reading.kind === 'refused' || reading.facts.title.trim() !== '') return reading;
  return { ...reading, facts: { ...reading.facts, title: name } };
}

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

/** For the owner and admins: the file contains every answer. */
export async function exportFile(
  manager: EntityManager,
  actor: TemplateActor,
  templateId: TemplateId,
  format: 'json' | 'csv',
) {
  const { title, description, language, tags, categories } = await readContent(manager, templateId, actor);
  const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'template';
  const fileName = `${name}.${format}`;
  if (format === 'csv') return { fileName, contentType: 'text/csv;charset=utf-8', text: writeCsv(categories) };
  const text = writeJson({ title, description, language, tags }, categories);
  return { fileName, contentType: 'application/json', text };
}
