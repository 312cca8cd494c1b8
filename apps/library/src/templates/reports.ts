import { RefusedError, type ReportedTemplate, TEMPLATE_LIMITS, type TemplateActor } from '@earworm/contracts';
import { cleanText } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { findTemplate, summaryOf } from './read.js';
import { Template, TemplateReport } from './template.entity.js';
import { REPORTED } from './templates.sql.js';

const SHOWN_MAX = 100;
const NO_NOTE = 'it was reported by others.';
type Report = Pick<ReportedTemplate['reports'][number], 'reason' | 'text'>;

/** Replaces the user's earlier report. Ignored when the template has as many reports as are stored. */
export async function report(database: DataSource, actor: TemplateActor, templateId: string, { reason, text }: Report) {
  const { manager } = database;
  await findTemplate(manager, templateId, actor);
  const key = { templateId, userId: actor.userId };
  const isFull = (await manager.countBy(TemplateReport, { templateId })) >= TEMPLATE_LIMITS.reportsPerTemplate;
  if (isFull && !(await manager.existsBy(TemplateReport, key))) return;
  const row = { ...key, reason, text: cleanText(text), at: Date.now() };
  await manager.upsert(TemplateReport, row, ['templateId', 'userId']);
}

export async function reports(database: DataSource, actor: TemplateActor): Promise<ReportedTemplate[]> {
  if (!actor.isAdmin) throw new RefusedError('forbidden');
  type Row = { template_id: string; reports: ReportedTemplate['reports'] | null };
  const rows = await database.query<Row[]>(REPORTED, [SHOWN_MAX]);
  return Promise.all(
    rows.map(async (row) => ({
      template: summaryOf(await database.manager.findOneByOrFail(Template, { templateId: row.template_id }), actor),
      reports: row.reports ?? [],
    })),
  );
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
