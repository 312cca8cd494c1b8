import type { TemplateActor, TemplateId } from '@earworm/contracts';
import type { EntityManager } from 'typeorm';
import { readContent } from '../templates/read.js';
import { writeCsv } from './csv-file.js';
import { writeJson } from './json-file.js';

/** A template as a file. It holds every answer, so it is for those who may read them. */
export async function exportFile(
  manager: EntityManager,
  actor: TemplateActor,
  templateId: TemplateId,
  format: 'json' | 'csv',
) {
  const { title, description, language, tags, categories } = await readContent(manager, templateId, actor);
  const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'template';
  return format === 'json'
    ? {
        fileName: `${name}.json`,
        contentType: 'application/json',
        text: writeJson({ title, description, language, tags }, categories),
      }
    : { fileName: `${name}.csv`, contentType: 'text/csv;charset=utf-8', text: writeCsv(categories) };
}
