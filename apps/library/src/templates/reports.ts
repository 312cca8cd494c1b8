import { RefusedError, type ReportedTemplate, TEMPLATE_LIMITS, type TemplateActor } from '@earworm/contracts';
import { cleanText } from '@earworm/rules';
import { type DataSource, In } from 'typeorm';
import { findTemplate, summaryOf } from './read.js';
import { Template, TemplateReport } from './template.entity.js';
import { LOCK_TEMPLATE, REPORTED } from './templates.sql.js';

const SHOWN_MAX = 100;
const NO_NOTE = 'it was reported by others.';
type Report = Pick<ReportedTemplate['reports'][number], 'reason' | 'text'>;

/** Replaces the user's earlier report. Ignored when the template has as many reports as are stored. */
export async function report(database: DataSource, actor: TemplateActor, templateId: string, { reason, text }: Report) {
  await database.transaction(async (manager) => {
    await manager.query(LOCK_TEMPLATE, [templateId]);
    await findTemplate(manager, templateId, actor);
    const key = { templateId, userId: actor.userId };
    const isFull = (await manager.countBy(TemplateReport, { templateId })) >= TEMPLATE_LIMITS.reportsPerTemplate;
    if (isFull && !(await manager.existsBy(TemplateReport, key))) return;
    const row = { ...key, reason, text: cleanText(text), at: Date.now() };
    await manager.upsert(TemplateReport, row, ['templateId', 'userId']);
  });
}

export async function reports(database: DataSource, actor: TemplateActor): Promise<ReportedTemplate[]> {
  if (!actor.isAdmin) throw new RefusedError('forbidden');
  type Row = { template_id: string; reports: ReportedTemplate['reports'] | null };
  const rows = await database.query<Row[]>(REPORTED, [SHOWN_MAX]);
  const templates = await database.manager.findBy(Template, { templateId: In(rows.map((row) => row.template_id)) });
  const byId = new Map(templates.map((template) => [template.templateId, template]));
  return rows.flatMap((row) => {
    // Deleted between the two queries.
    const template = byId.get(row.template_id);
    return template === undefined ? [] : [{ template: summaryOf(template, actor), reports: row.reports ?? [] }];
  });
}

export async function settle(
  database: DataSource,
  actor: TemplateActor,
  templateId: string,
  verdict: 'takeDown' | 'dismiss' | 'restore',
  note: string,
): Promise<void> {
  if (!actor.isAdmin) throw new RefusedError('forbidden');
  await database.transaction(async (manager) => {
    await findTemplate(manager, templateId, actor);
    if (verdict === 'takeDown') {
      await manager.update(Template, { templateId }, { publishedAt: null, takenDown: cleanText(note) || NO_NOTE });
      return;
    }
    if (verdict === 'restore') await manager.update(Template, { templateId }, { takenDown: null });
    await manager.delete(TemplateReport, { templateId });
  });
}
