import type { TemplateActor, TemplateId } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import { readContent } from '../templates/read.js';
import { writeCsv } from './csv-file.js';
import { writeJson } from './json-file.js';

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
